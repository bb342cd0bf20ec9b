import { type IntegrationType, SYNC_ERROR_GROUPS_PAGE_SIZE, type SyncErrorGroup } from '@quarry/contracts';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../lib/client-context.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListSection } from '../../../ui/ListSection.tsx';
import { ExportCsv } from '../../exports/ExportCsv.tsx';
import { type ErrorKey, writeError } from '../logs-search.ts';
import { errorGroupsQuery } from '../queries.ts';
import { errorColumns } from './error-columns.tsx';

/** The errors that records have now, by kind; those that were solved have gone. */
export function SyncErrors(props: {
  connector: IntegrationType | undefined;
  pageIndex: number;
  open: ErrorKey | null;
  onPage: (pageIndex: number) => void;
  onOpen: (group: SyncErrorGroup) => void;
}) {
  const { clientName } = useClient();
  const groups = useQuery(errorGroupsQuery(clientName, props.connector, props.pageIndex));
  return (
    <ListSection
      title="Current record sync errors"
      nouns="errors"
      query={groups}
      rows={groups.data?.items}
      total={groups.data?.count}
      columns={errorColumns}
      rowKey={writeError}
      rowLabel={nameOfGroup}
      onOpenRow={props.onOpen}
      openRowKey={props.open === null ? null : writeError(props.open)}
      pageIndex={props.pageIndex}
      pageSize={SYNC_ERROR_GROUPS_PAGE_SIZE}
      onPage={props.onPage}
      actions={
        props.connector !== undefined && (groups.data?.count ?? 0) > 0 ? (
          <ExportCsv request={{ exportType: 'CRM_ERRORS', exportConfig: { integrationType: props.connector } }} />
        ) : null
      }
      empty={
        <EmptyState title="No errors have occurred" icon={<IconCircleCheck size={28} aria-hidden="true" />}>
          Records that a connector refused are listed here by reason until a later sync gets them through.
        </EmptyState>
      }
    />
  );
}

function nameOfGroup({ shortDescription, recordType }: SyncErrorGroup): string {
  return `${shortDescription}, ${recordType}`;
}
