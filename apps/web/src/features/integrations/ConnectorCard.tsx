import { ActionIcon, Button, Menu, Text, Title } from '@mantine/core';
import type { Integration, IntegrationType } from '@quarry/contracts';
import { IconDots, IconListDetails, IconPlug, IconPlugOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { capitalise, formatInstant, relativeInstant } from '../../lib/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { connectorState, mappedText, needsReconnect } from './connector-state.ts';
import { CONNECTOR_ICONS, connectorName, connectorSummary, crmOf } from './connector-types.ts';
import classes from './connectors.module.css';

/** One connector in the list: how it stands, and what can be done with it. */
export function ConnectorCard(props: {
  type: IntegrationType;
  /** Undefined if it was never connected. */
  integration: Integration | undefined;
  /** Whoever runs the installation has set it up. */
  isAvailable: boolean;
  onConnect: () => void;
  onConfigure: () => void;
  onDisconnect: () => void;
}) {
  const { type, integration } = props;
  const name = connectorName(type);
  const TypeIcon = CONNECTOR_ICONS[type];
  const { state, label } = connectorState(integration);
  const isConnected = integration?.hasCredentials === true;
  return (
    <li className={classes.card}>
      <span className={classes.tile} aria-hidden="true">
        <TypeIcon size={22} />
      </span>
      <div className={classes.words}>
        <div className={classes.heading}>
          <Title order={2}>{name}</Title>
          <StateBadge state={state}>{label}</StateBadge>
          {integration?.isSalesforceSandbox === true && <StateBadge state="draft">Sandbox</StateBadge>}
        </div>
        <Text size="sm">{connectorSummary(type)}</Text>
        {integration !== undefined && isConnected && <Facts integration={integration} />}
        {integration?.problem && (
          <Text size="sm" className={classes.problem}>
            {integration.problem}
            {integration.problemSince === null ? '' : ` Since ${formatInstant(integration.problemSince)}.`}
          </Text>
        )}
      </div>
      <div className={classes.actions}>
        {isConnected && !(crmOf(type) !== null && needsReconnect(integration)) ? (
          <Button variant="default" size="xs" onClick={props.onConfigure} aria-label={`Settings of ${name}`}>
            Settings
          </Button>
        ) : (
          <ReasonButton
            size="xs"
            leftSection={<IconPlug size={16} aria-hidden="true" />}
            aria-label={integration === undefined ? `Connect ${name}` : `Re-connect ${name}`}
            disabledReason={props.isAvailable ? null : `${name} is not set up on this installation`}
            onClick={props.onConnect}
          >
            {integration === undefined ? 'Connect' : 'Re-connect'}
          </ReasonButton>
        )}
        {integration !== undefined && (
          <MoreActions name={name} type={type}>
            <Menu.Item onClick={props.onConfigure}>Settings</Menu.Item>
            {crmOf(type) !== null && (
              <Menu.Item
                leftSection={<IconPlug size={16} aria-hidden="true" />}
                disabled={!props.isAvailable}
                onClick={props.onConnect}
              >
                Re-connect
              </Menu.Item>
            )}
            {isConnected && (
              <Menu.Item
                color="red"
                leftSection={<IconPlugOff size={16} aria-hidden="true" />}
                onClick={props.onDisconnect}
              >
                Disconnect
              </Menu.Item>
            )}
          </MoreActions>
        )}
      </div>
    </li>
  );
}

function MoreActions(props: { name: string; type: IntegrationType; children: ReactNode }) {
  const { clientName } = useClient();
  return (
    <Menu position="bottom-end" width={190} withinPortal>
      <Menu.Target>
        <ActionIcon size={30} aria-label={`More actions for ${props.name}`}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.children}
        <Menu.Item
          leftSection={<IconListDetails size={16} aria-hidden="true" />}
          renderRoot={(item) => (
            <Link
              {...item}
              to="/app/$clientName/settings/connector-logs"
              params={{ clientName }}
              search={{ connector: props.type }}
            />
          )}
        >
          Logs
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Facts({ integration }: { integration: Integration }) {
  const { clientName } = useClient();
  const { accountName, connectedAt, connectedBy, nextAutoSyncAt, mappingSettings } = integration;
  const isCrm = crmOf(integration.integrationType) !== null;
  const isUnmapped = mappingSettings.companies.length + mappingSettings.contacts.length === 0;
  const since = connectedAt === null ? '' : `connected ${relativeInstant(connectedAt)}`;
  const connected = [
    accountName,
    accountName === null ? capitalise(since) : since,
    connectedBy === null ? null : `by ${connectedBy}`,
  ].filter((part) => part !== null && part !== '');
  return (
    <Text size="sm" c="dimmed">
      {connected.join(' · ')}
      {connected.length > 0 && <br />}
      {integration.enableAutoSync
        ? `Auto-sync is on${nextAutoSyncAt === null ? '' : `, next ${relativeInstant(nextAutoSyncAt)}`}`
        : 'Auto-sync is off'}
      {isCrm ? ` · ${isUnmapped ? 'no fields mapped yet' : `${mappedText(integration)} mapped`} · ` : ' · '}
      <TextLink
        size="sm"
        underline="always"
        to="/app/$clientName/data-directory"
        params={{ clientName }}
        search={{ mapping: integration.integrationType }}
      >
        {isCrm && isUnmapped ? 'Map fields' : 'Field mappings'}
      </TextLink>
    </Text>
  );
}
