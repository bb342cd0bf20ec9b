import { Alert, Text } from '@mantine/core';
import { INTEGRATION_TYPES, type IntegrationType } from '@quarry/contracts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useClient, usePermission } from '../../lib/client-context.tsx';
import { plural } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoPermission } from '../../ui/NoPermission.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DOCS } from '../help/docs-links.ts';
import { ConnectorCard } from './ConnectorCard.tsx';
import { crmOf } from './connector-types.ts';
import classes from './connectors.module.css';
import { watchedIntegrationsQuery } from './queries.ts';

const ConnectCrm = lazy(() => import('./ConnectCrm.tsx'));
const Disconnect = lazy(() => import('./Disconnect.tsx'));
const ConnectorDrawer = lazy(() => import('./settings/ConnectorDrawer.tsx'));

/** The connectors of the account, for administrators. */
export default function ConnectorsPage() {
  return usePermission('ADMIN') ? <Connectors /> : <NoPermission />;
}

function Connectors() {
  const { clientName } = useClient();
  const { connector } = useSearch({ from: '/signed-in/app/$clientName/settings/connectors' });
  const navigate = useNavigate({ from: '/app/$clientName/settings/connectors' });
  const query = useQuery(watchedIntegrationsQuery(clientName));
  const [dialog, setDialog] = useState<{ kind: 'connect' | 'disconnect'; type: IntegrationType } | null>(null);
  const { data } = query;
  const find = (type: IntegrationType) => data?.integrations.find(({ integrationType }) => integrationType === type);
  const configure = (type: IntegrationType | undefined) =>
    void navigate({ search: type === undefined ? {} : { connector: type } });
  const openDialog = (kind: 'connect' | 'disconnect', type: IntegrationType) => {
    // A webhook is connected by its settings.
    if (kind === 'connect' && crmOf(type) === null) configure(type);
    else setDialog({ kind, type });
  };
  const close = () => setDialog(null);
  const connected = data?.integrations.filter(({ hasCredentials }) => hasCredentials).length;
  const opened = dialog === null ? undefined : find(dialog.type);
  const crm = dialog?.kind === 'connect' ? crmOf(dialog.type) : null;
  const shown = connector === undefined ? undefined : find(connector);
  return (
    <div className={classes.page}>
      <PageHeader
        title="Connectors"
        clientName={clientName}
        context={connected === undefined ? null : `${plural(connected, 'connector')} connected`}
        actions={
          <ButtonLink
            variant="default"
            size="xs"
            to="/app/$clientName/settings/connector-logs"
            params={{ clientName }}
            search={{}}
          >
            Connector Logs
          </ButtonLink>
        }
      />
      <div className={classes.content}>
        <Text size="sm" c="dimmed">
          A connector keeps another system up to date with your companies and contacts. Nothing is sent before you start
          a sync or turn on auto-sync, and a dry run shows first what would change.{' '}
          <a href={DOCS.connectors.href} target="_blank" rel="noreferrer" className={classes.guide}>
            How connectors work
          </a>
        </Text>
        {query.isError && (
          <ErrorState title="Failed to fetch connectors" error={query.error} onRetry={() => void query.refetch()} />
        )}
        {data === undefined ? (
          !query.isError && <LoadingState label="Loading connectors" />
        ) : (
          <ul className={classes.cards} aria-label="Connectors">
            {INTEGRATION_TYPES.map((type) => (
              <ConnectorCard
                key={type}
                type={type}
                integration={find(type)}
                isAvailable={data.availableTypes.includes(type)}
                onConnect={() => openDialog('connect', type)}
                onConfigure={() => configure(type)}
                onDisconnect={() => openDialog('disconnect', type)}
              />
            ))}
          </ul>
        )}
        {data !== undefined && data.availableTypes.length < INTEGRATION_TYPES.length && (
          <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
            Whoever runs this installation decides which CRMs it can connect to.
          </Alert>
        )}
      </div>
      <Suspense fallback={null}>
        {crm !== null && <ConnectCrm type={crm} integration={opened} onClose={close} />}
        {dialog?.kind === 'disconnect' && opened !== undefined && <Disconnect integration={opened} onClose={close} />}
        {connector !== undefined && data !== undefined && (shown !== undefined || connector === 'WEBHOOK') && (
          <ConnectorDrawer
            key={connector}
            type={connector}
            integration={shown}
            onReconnect={() => openDialog('connect', connector)}
            onClose={() => configure(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}
