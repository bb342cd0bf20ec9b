import { List, Text } from '@mantine/core';
import { undoCompanyImport } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ConfirmedAction } from '../../ui/ConfirmedAction.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { undoCheckQuery } from './queries.ts';

/** Says what the undo of an import would do, or why it cannot, and asks. */
export function UndoImport(props: { importId: string; refresh: () => Promise<unknown>; onClose: () => void }) {
  const { importId, refresh, onClose } = props;
  const query = useQuery(undoCheckQuery(importId));
  const { data } = query;
  if (data !== undefined && data.obstacles.length === 0) {
    return (
      <ConfirmedAction
        title="Undo import"
        confirmLabel="Yes, undo"
        messages={{
          running: 'Starting the undo...',
          done: 'The undo was started',
          failed: 'The import was not undone',
        }}
        run={() => call(undoCompanyImport, { importId })}
        refresh={refresh}
        onClose={onClose}
      >
        {outcomeText(data)}
      </ConfirmedAction>
    );
  }
  return (
    <ConfirmDialog opened title="Undo import" confirmLabel="Close" onConfirm={onClose} onClose={onClose}>
      {query.isPending ? <LoadingState label="Looking for what else touched its companies" height={60} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data === undefined ? null : (
        <>
          <Text size="sm" mb="xs">
            This import cannot be undone, because something else has touched what it changed:
          </Text>
          <List size="sm">
            {data.obstacles.map((obstacle) => (
              <List.Item key={obstacle}>{obstacle}</List.Item>
            ))}
          </List>
        </>
      )}
    </ConfirmDialog>
  );
}

function outcomeText({ created, updated }: { readonly created: number; readonly updated: number }): string {
  const companies = (count: number) => plural(count, 'company', 'companies');
  if (created + updated === 0) return 'It changed no company.';
  return [
    ...(created > 0 ? [`The ${companies(created)} that it created would go.`] : []),
    ...(updated > 0 ? [`The ${companies(updated)} that it updated would be as before.`] : []),
  ].join(' ');
}
