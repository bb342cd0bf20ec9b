import { exportTitle, exportTypeLabel } from '@quarry/contracts';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ExportActions } from './ExportActions.tsx';
import { ExportDetails } from './ExportDetails.tsx';
import { ExportStatus } from './ExportStatus.tsx';
import { exportQuery } from './queries.ts';

const ROUTE = '/signed-in/app/$clientName/exports/$exportId';

/** One export; the notification e-mail links here. */
export default function ExportPage() {
  const { clientName } = useClient();
  const { exportId } = useParams({ from: ROUTE });
  const { data: item, error, refetch } = useQuery(exportQuery(clientName, exportId));
  const viewAll = (
    <ButtonLink variant="default" to="/app/$clientName/exports" params={{ clientName }}>
      View all exports
    </ButtonLink>
  );
  if (item === undefined) {
    return (
      <>
        <PageHeader title="Export" clientName={clientName} actions={viewAll} />
        {error === null ? (
          <LoadingState label="Loading export" />
        ) : error instanceof ApiError && error.errorCode === 'NOT_FOUND' ? (
          <EmptyState title="This export does not exist" icon={<IconFileOff size={28} aria-hidden="true" />}>
            It may be someone else's: only the person who requested an export and the account's administrators can open
            it.
          </EmptyState>
        ) : (
          <ErrorState title="The export could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={exportTitle(item)}
        clientName={clientName}
        badge={<ExportStatus item={item} />}
        context={exportTypeLabel(item.type)}
        actions={
          <>
            {viewAll}
            <ExportActions item={item} clientName={clientName} />
          </>
        }
      />
      <ExportDetails item={item} clientName={clientName} />
    </>
  );
}
