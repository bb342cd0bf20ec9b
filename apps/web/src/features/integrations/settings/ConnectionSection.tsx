import { Alert, Button, Group, List, Text, Title } from '@mantine/core';
import type { Integration } from '@quarry/contracts';
import { IconAlertTriangle, IconPlug } from '@tabler/icons-react';
import { useId } from 'react';
import { formatInstant } from '../../../lib/format.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { connectorState } from '../connector-state.ts';
import { connectorName } from '../connector-types.ts';
import classes from '../connectors.module.css';

/** Which account of the CRM is connected, and what is wrong with it. */
export function ConnectionSection(props: { integration: Integration; onReconnect: () => void }) {
  const { integration } = props;
  const titleId = useId();
  const name = connectorName(integration.integrationType);
  const { state, label } = connectorState(integration);
  const { accountName, connectedAt, connectedBy, problem, missingScopes } = integration;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Group gap="xs">
        <Title order={3} id={titleId}>
          Connection
        </Title>
        <StateBadge state={state}>{label}</StateBadge>
        {integration.isSalesforceSandbox && <StateBadge state="draft">Sandbox</StateBadge>}
      </Group>
      {problem !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The connection does not work">
          {problem}
        </Alert>
      )}
      {missingScopes.length > 0 && (
        <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} title="Permissions are missing">
          Connect {name} again and accept all permissions. It lacks:
          <List size="sm">
            {missingScopes.map((scope) => (
              <List.Item key={scope}>{scope}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Facts>
        {accountName !== null && <Fact label="Account">{accountName}</Fact>}
        {connectedAt !== null && (
          <Fact label="Connected">
            {formatInstant(connectedAt)}
            {connectedBy === null ? '' : ` by ${connectedBy}`}
          </Fact>
        )}
        {integration.credentialScopes.length > 0 && (
          <Fact label="Granted">
            <Text size="sm" c="dimmed">
              {integration.credentialScopes.join(', ')}
            </Text>
          </Fact>
        )}
      </Facts>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlug size={16} aria-hidden="true" />}
          onClick={props.onReconnect}
        >
          Re-connect
        </Button>
      </div>
    </section>
  );
}
