import { Alert, Group, List, Text } from '@mantine/core';
import { CRM_TYPES, type CrmType, connectIntegration, type Integration } from '@quarry/contracts';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient, usePermission } from '../../../lib/client-context.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { NoPermission } from '../../../ui/NoPermission.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { connectorName } from '../connector-types.ts';
import classes from '../connectors.module.css';
import { cacheIntegration } from '../queries.ts';
import type { CallbackSearch } from './connector-callback.ts';

const ROUTE = '/signed-in/app/$clientName/settings/connectors/$connectorType';

/** Where a CRM's consent ends: exchanges the code and says how it went. */
export default function ConnectorCallbackPage() {
  const { clientName } = useClient();
  const { connectorType } = useParams({ from: ROUTE });
  const isAdmin = usePermission('ADMIN');
  const navigate = useNavigate();
  // Read once: neither the browser's history nor a shared link should have the code.
  const search: CallbackSearch = useSearch({ from: ROUTE });
  const [answer] = useState(search);
  const type = CRM_TYPES.find((crm) => crm === connectorType.toUpperCase());
  const isAnswered = type !== undefined && Object.keys(answer).length > 0;
  useEffect(() => {
    if (isAnswered) void navigate({ to: '.', search: {}, replace: true });
  }, [isAnswered, navigate]);
  // Also when the page is opened again.
  if (!isAnswered) {
    return <Navigate to="/app/$clientName/settings/connectors" params={{ clientName }} search={{}} replace />;
  }
  return isAdmin ? <Callback type={type} answer={answer} /> : <NoPermission />;
}

function Callback({ type, answer }: { type: CrmType; answer: CallbackSearch }) {
  const { clientName } = useClient();
  const { code, state, sandbox, error, error_description } = answer;
  const cache = useQueryClient();
  const [integration, setIntegration] = useState<Integration | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // A code works only once, but strict mode runs effects twice.
  const usedCode = useRef<string | null>(null);
  const isComplete = code !== undefined && state !== undefined && error === undefined;
  const name = connectorName(type);

  useEffect(() => {
    if (!isComplete || usedCode.current === code) return;
    usedCode.current = code;
    const request = {
      connectorName: '',
      integrationType: type,
      code,
      isSalesforceSandbox: sandbox === 'true',
      state,
    };
    call(connectIntegration, request, { client: clientName }).then(
      async (connected) => {
        setIntegration(connected.integration);
        await cacheIntegration(cache, clientName, connected.integration);
      },
      (thrown: unknown) => setFailure(messageOf(thrown)),
    );
  }, [isComplete, code, state, sandbox, type, clientName, cache]);

  const reason = isComplete ? failure : (error_description ?? error ?? `${name} did not say who connected.`);
  return (
    <>
      <PageHeader title={`Connect ${name}`} clientName={clientName} />
      <div className={classes.callback} aria-live="polite">
        {reason !== null ? (
          <>
            <Alert
              color="red"
              icon={<IconAlertTriangle aria-hidden />}
              title={`Failed to connect your ${name} account. Please contact support, or try again later.`}
            >
              {reason}
            </Alert>
            <Group>
              <ButtonLink to="/app/$clientName/settings/connectors" params={{ clientName }} search={{}}>
                Back to connectors
              </ButtonLink>
            </Group>
          </>
        ) : integration === null ? (
          <>
            <Text>Connecting your {name} account…</Text>
            <LoadingState label={`Connecting your ${name} account`} height={120} />
          </>
        ) : (
          <Connected type={type} integration={integration} />
        )}
      </div>
    </>
  );
}

function Connected({ type, integration }: { type: CrmType; integration: Integration }) {
  const { clientName } = useClient();
  const name = connectorName(type);
  const { accountName, missingScopes } = integration;
  return (
    <>
      <Alert
        color="green"
        icon={<IconCircleCheck aria-hidden />}
        title={`Your ${name} account${accountName === null ? '' : ` ${accountName}`} is connected.`}
      >
        Nothing has been written to it yet.
      </Alert>
      {missingScopes.length > 0 && (
        <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} title="Some permissions were not granted">
          {missingScopes.join(', ')}
        </Alert>
      )}
      <div>
        <Text fw={600} mb={4}>
          What comes next
        </Text>
        <List type="ordered">
          <List.Item>Map the fields that {name} should get, or create them there.</List.Item>
          <List.Item>Choose in the settings if a sync may create records.</List.Item>
          <List.Item>
            Start a dry run from Companies with Sync. It shows what would change and writes nothing.
          </List.Item>
        </List>
      </div>
      <Group>
        <ButtonLink to="/app/$clientName/data-directory" params={{ clientName }} search={{ mapping: type }}>
          Map fields
        </ButtonLink>
        <ButtonLink
          variant="default"
          to="/app/$clientName/settings/connectors"
          params={{ clientName }}
          search={{ connector: type }}
        >
          Open settings
        </ButtonLink>
      </Group>
    </>
  );
}
