import { Alert, Anchor, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import type { Integration } from '@quarry/contracts';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { DOCS } from '../../help/docs-links.ts';
import { connectorState, mappedText } from '../../integrations/connector-state.ts';
import { connectorName, crmOf } from '../../integrations/connector-types.ts';
import { integrationsQuery } from '../../integrations/queries.ts';
import { StartSync } from './StartSync.tsx';
import { SyncStarted } from './SyncStarted.tsx';
import type { Scope } from './use-start-sync.ts';

const TITLE = 'Sync Job Status';

/** Chooses a connector, says what a sync would do, and starts it; then shows how it goes on. */
export default function SyncDialog(props: {
  scope: Scope;
  /** Which records, in a sentence. */
  children: ReactNode;
  /** Shown below the explanation. */
  aside?: ReactNode;
  onClose: () => void;
}) {
  useReturnFocus();
  const { scope, onClose } = props;
  const { clientName } = useClient();
  const query = useQuery(integrationsQuery(clientName));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [started, setStarted] = useState<string | null>(null);
  const connected = query.data?.integrations.filter(({ hasCredentials }) => hasCredentials);
  const integration = connected?.find(({ id }) => id === chosenId) ?? connected?.[0];
  return (
    <Modal opened onClose={onClose} title={TITLE} size={started === null ? 'lg' : 860} centered>
      {query.isError && query.data === undefined ? (
        <ErrorState title="Failed to fetch connectors" error={query.error} onRetry={() => void query.refetch()} />
      ) : connected === undefined ? (
        <LoadingState label="Loading connectors" />
      ) : integration === undefined ? (
        <NothingConnected />
      ) : started !== null ? (
        <SyncStarted jobId={started} integration={integration} scope={scope} onStarted={setStarted} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text size="sm" fw={600}>
            {props.children}
          </Text>
          {connected.length > 1 && (
            <Radio.Group label="Connector" value={integration.id} onChange={setChosenId}>
              <Stack gap="xs" mt={6}>
                {connected.map((one) => (
                  <Radio
                    key={one.id}
                    value={one.id}
                    label={
                      <Group component="span" gap="xs">
                        {connectorName(one.integrationType)}
                        <StateBadge state={connectorState(one).state}>{connectorState(one).label}</StateBadge>
                      </Group>
                    }
                    description={one.accountName}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
          <Explanation integration={integration} />
          {props.aside}
          <StartSync
            key={integration.id}
            integration={integration}
            scope={scope}
            onStarted={setStarted}
            onClose={onClose}
          />
        </Stack>
      )}
    </Modal>
  );
}

function NothingConnected() {
  const { clientName } = useClient();
  return (
    <EmptyState
      title="No CRM integrations set up, please connect your CRM"
      icon={<IconPlugConnectedX size={28} aria-hidden="true" />}
      docs={{ href: DOCS.connectors.href, label: 'How connectors work' }}
      action={
        <ButtonLink to="/app/$clientName/settings/connectors" params={{ clientName }} search={{}}>
          Go to Connectors
        </ButtonLink>
      }
    >
      Connect Salesforce, HubSpot, Pipedrive or a webhook to send companies and contacts there.
    </EmptyState>
  );
}

/** What the sync will do with this connector's settings. */
function Explanation({ integration }: { integration: Integration }) {
  const { integrationType: type, companiesSyncMode, contactsSyncMode } = integration;
  const name = connectorName(type);
  if (crmOf(type) === null) {
    return (
      <Text size="sm">
        Sends each record to your address, whether it has changed or not.
        {integration.credentials?.contactsUrl === null
          ? ' Contacts are left out: the webhook has no address for them.'
          : ''}
      </Text>
    );
  }
  const companies =
    companiesSyncMode === 'CREATE_AND_UPDATE'
      ? `Companies that ${name} has are updated, the others are created.`
      : `Companies that ${name} has are updated, the others are skipped.`;
  const contacts =
    contactsSyncMode === 'DISABLED'
      ? 'Contacts are not sent.'
      : contactsSyncMode === 'UPDATE_ONLY'
        ? 'The contacts that you own there are updated, none is created.'
        : 'The contacts that you own there are updated or created at their company.';
  return (
    <Alert color="gray">
      <Text size="sm">
        {companies} {contacts} {mappedText(integration)} are written. Nothing is ever deleted.
      </Text>
      <Anchor size="sm" href={DOCS.connectors.href} target="_blank" rel="noreferrer">
        How records are matched
      </Anchor>
    </Alert>
  );
}
