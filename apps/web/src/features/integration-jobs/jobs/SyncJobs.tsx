import { INTEGRATION_JOBS_PAGE_SIZE, type IntegrationJob, type IntegrationType } from '@quarry/contracts';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListSection } from '../../../ui/ListSection.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { DOCS } from '../../help/docs-links.ts';
import { integrationJobsQuery } from '../queries.ts';
import { jobColumns, nameOfJob } from './job-columns.tsx';
import { useCancelJob } from './use-cancel-job.ts';

/** The sync jobs, newest first. */
export function SyncJobs(props: {
  connector: IntegrationType | undefined;
  pageIndex: number;
  openId: string | undefined;
  onPage: (pageIndex: number) => void;
  onOpen: (job: IntegrationJob) => void;
}) {
  const { clientName } = useClient();
  const jobs = useQuery(integrationJobsQuery(clientName, props.connector, props.pageIndex));
  const { mutate: cancel, isPending, variables } = useCancelJob();
  const cancelling = isPending ? variables.id : null;
  const columns = useCallback(
    (width: number) => jobColumns({ width, onCancel: cancel, cancelling }),
    [cancel, cancelling],
  );
  return (
    <ListSection
      title="Sync jobs"
      nouns="jobs"
      query={jobs}
      rows={jobs.data?.items}
      total={jobs.data?.count}
      columns={columns}
      rowKey={keyOf}
      rowLabel={nameOfJob}
      onOpenRow={props.onOpen}
      openRowKey={props.openId ?? null}
      pageIndex={props.pageIndex}
      pageSize={INTEGRATION_JOBS_PAGE_SIZE}
      onPage={props.onPage}
      empty={
        <EmptyState
          title="No jobs have been started"
          icon={<IconArrowsExchange size={28} aria-hidden="true" />}
          docs={{ href: DOCS.connectors.href, label: 'How a sync works' }}
          action={
            <ButtonLink to="/app/$clientName" params={{ clientName }}>
              Go to Companies
            </ButtonLink>
          }
        >
          Filter the companies that you want in your CRM, then choose Sync above the table. A dry run shows first what
          would change.
        </EmptyState>
      }
    />
  );
}

function keyOf({ id }: IntegrationJob): string {
  return id;
}
