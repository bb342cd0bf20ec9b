import { Select } from '@mantine/core';
import { INTEGRATION_TYPES } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { connectorName } from '../integrations/connector-types.ts';
import { integrationsQuery } from '../integrations/queries.ts';
import { WebhookDeliveries } from '../integrations/webhook/WebhookDeliveries.tsx';
import { SyncErrors } from './errors/SyncErrors.tsx';
import classes from './integration-jobs.module.css';
import { SyncJobs } from './jobs/SyncJobs.tsx';
import { type LogsSearch, logsSearch, readError, readMatches, writeError, writeMatches } from './logs-search.ts';

const ErrorPanel = lazy(() => import('./errors/ErrorPanel.tsx'));
const JobPanel = lazy(() => import('./jobs/JobPanel.tsx'));
const MatchesPanel = lazy(() => import('./matches/MatchesPanel.tsx'));
const DeliveryPanel = lazy(() => import('../integrations/webhook/DeliveryPanel.tsx'));

/** What syncs did and what went wrong, for administrators. */
export default function ConnectorLogsPage() {
  return usePermission('ADMIN') ? <ConnectorLogs /> : <NoPermission />;
}

function ConnectorLogs() {
  const { clientName } = useClient();
  const search = useSearch({ from: '/signed-in/app/$clientName/settings/connector-logs' });
  const navigate = useNavigate({ from: '/app/$clientName/settings/connector-logs' });
  const integrations = useQuery(integrationsQuery(clientName));
  const all = integrations.data?.integrations ?? [];
  const show = (next: LogsSearch, replace = false) => void navigate({ search: logsSearch({ ...next }), replace });
  const listed = { connector: search.connector, page: search.page, errorsPage: search.errorsPage };
  const closePanel = () => show(listed);
  const webhook = all.find(({ integrationType }) => integrationType === 'WEBHOOK');
  const showsWebhook = webhook !== undefined && (search.connector ?? 'WEBHOOK') === 'WEBHOOK';
  const error = search.error === undefined ? null : readError(search.error);
  const matches = search.matches === undefined ? null : readMatches(search.matches);
  const matched = all.find(({ integrationType }) => integrationType === matches?.integrationType);
  return (
    <div className={classes.page}>
      <PageHeader
        title="Connector Logs"
        clientName={clientName}
        actions={
          <ButtonLink
            variant="default"
            size="xs"
            to="/app/$clientName/settings/connectors"
            params={{ clientName }}
            search={search.connector === undefined ? {} : { connector: search.connector }}
          >
            {search.connector === undefined ? 'Connectors' : `Settings of ${connectorName(search.connector)}`}
          </ButtonLink>
        }
      />
      <div className={classes.toolbar}>
        <Select
          aria-label="Connector"
          placeholder="All connectors"
          w={200}
          clearable
          data={INTEGRATION_TYPES.map((type) => ({ value: type, label: connectorName(type) }))}
          value={search.connector ?? null}
          onChange={(value) => show({ connector: INTEGRATION_TYPES.find((type) => type === value) }, true)}
        />
      </div>
      {integrations.isError && (
        <ErrorState
          title="Failed to fetch connectors"
          error={integrations.error}
          onRetry={() => void integrations.refetch()}
        />
      )}
      <SyncJobs
        connector={search.connector}
        pageIndex={(search.page ?? 1) - 1}
        openId={search.job}
        onPage={(pageIndex) => show({ ...listed, page: pageIndex + 1 })}
        onOpen={({ id }) => show({ ...listed, job: id })}
      />
      <SyncErrors
        connector={search.connector}
        pageIndex={(search.errorsPage ?? 1) - 1}
        open={error}
        onPage={(pageIndex) => show({ ...listed, errorsPage: pageIndex + 1 })}
        onOpen={(group) => show({ ...listed, error: writeError(group) })}
      />
      {showsWebhook && (
        <WebhookDeliveries
          integration={webhook}
          openId={search.delivery}
          onOpen={({ id }) => show({ ...listed, delivery: id })}
        />
      )}
      <Suspense fallback={null}>
        {search.job !== undefined && (
          <JobPanel
            key={search.job}
            jobId={search.job}
            onJob={(job) => show({ ...listed, job })}
            onClose={closePanel}
          />
        )}
        {error !== null && (
          <ErrorPanel
            key={search.error}
            errorKey={error}
            onMatches={() => show({ ...listed, matches: writeMatches(error.integrationType, error.recordType) })}
            onJob={(job) => show({ ...listed, job })}
            onClose={closePanel}
          />
        )}
        {matches !== null && matched !== undefined && (
          <MatchesPanel
            key={search.matches}
            integration={matched}
            recordType={matches.recordType}
            onRecordType={(recordType) =>
              show({ ...listed, matches: writeMatches(matches.integrationType, recordType) }, true)
            }
            onClose={closePanel}
          />
        )}
        {search.delivery !== undefined && webhook !== undefined && (
          <DeliveryPanel
            key={search.delivery}
            integrationId={webhook.id}
            deliveryId={search.delivery}
            onClose={closePanel}
          />
        )}
      </Suspense>
    </div>
  );
}
