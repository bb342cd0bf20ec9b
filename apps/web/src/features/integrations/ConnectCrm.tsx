import { Alert, Button, Group, List, Modal, Stack, Switch, Text } from '@mantine/core';
import { authorizeIntegration, type CrmType, type Integration } from '@quarry/contracts';
import { IconExternalLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { CRM_PERMISSIONS, connectorName, KEY_FIELDS } from './connector-types.ts';

/** Says what connecting a CRM needs and does, and opens the CRM's own page. */
export default function ConnectCrm(props: {
  type: CrmType;
  /** The connection from before, if there was one. */
  integration: Integration | undefined;
  onClose: () => void;
}) {
  useReturnFocus();
  const { type, integration, onClose } = props;
  const { clientName } = useClient();
  const name = connectorName(type);
  const [isSandbox, setSandbox] = useState(integration?.isSalesforceSandbox ?? false);
  const authorize = useMutation({
    mutationFn: () =>
      call(authorizeIntegration, { integrationType: type, isSalesforceSandbox: isSandbox }, { client: clientName }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${integration === undefined ? 'Connect' : 'Re-connect'} ${name}`}
      size="lg"
      centered
    >
      <Stack gap="md">
        <div>
          <Text size="sm" fw={600}>
            {name} asks you to sign in. The user needs these permissions there:
          </Text>
          <List size="sm" mt={4}>
            {CRM_PERMISSIONS[type].map((permission) => (
              <List.Item key={permission}>{permission}</List.Item>
            ))}
          </List>
        </div>
        <div>
          <Text size="sm" fw={600}>
            What happens then
          </Text>
          <List size="sm" mt={4}>
            <List.Item>Nothing is written before you start a sync or turn on auto-sync.</List.Item>
            <List.Item>You map your fields to those of {name}, and a dry run shows what a sync would do.</List.Item>
            <List.Item>
              With each record, a sync writes Quarry's id to the field {KEY_FIELDS[type]}, without a mapping, so that no
              record is ever created twice. If {name} refuses that field, syncs work without it.
            </List.Item>
          </List>
        </div>
        {type === 'SALESFORCE' && (
          <Switch
            label="Sandbox"
            description="Signs in at test.salesforce.com, to try everything away from your production data"
            checked={isSandbox}
            onChange={(event) => setSandbox(event.currentTarget.checked)}
          />
        )}
        {integration !== undefined && (
          <Alert color="blue">
            Settings, mappings and the links to records stay, as long as you connect the same {name} account.
          </Alert>
        )}
        {authorize.isError && <ErrorState title={`${name} could not be opened`} error={authorize.error} />}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          loading={authorize.isPending || authorize.isSuccess}
          rightSection={<IconExternalLink size={16} aria-hidden="true" />}
          onClick={() => authorize.mutate()}
        >
          Continue to {name}
        </Button>
      </Group>
    </Modal>
  );
}
