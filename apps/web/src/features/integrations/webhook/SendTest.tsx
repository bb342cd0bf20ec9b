import { Group } from '@mantine/core';
import { type Integration, type RecordType, sendWebhookTest } from '@quarry/contracts';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { notifyError, notifyLoading, notifySuccess } from '../../../lib/notify.ts';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { deliveriesKey } from '../queries.ts';
import { outcomeText } from './delivery-words.ts';

/** Sends one record to the webhook as a test and says how it answered. */
export function SendTest(props: { integration: Integration; hasContacts: boolean; disabledReason: string | null }) {
  const { integration, hasContacts, disabledReason } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  const sending = useMutation({
    mutationFn: async (recordType: RecordType) => {
      const toast = notifyLoading('Sending a test…');
      try {
        const { delivery } = await call(
          sendWebhookTest,
          { integrationId: integration.id, recordType },
          { client: clientName },
        );
        if (delivery.status === 'DELIVERED') notifySuccess(`The test arrived. ${outcomeText(delivery)}`, { id: toast });
        else notifyError(outcomeText(delivery), { id: toast, title: 'The test did not arrive' });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'The test could not be sent' });
      }
      await cache.invalidateQueries({ queryKey: deliveriesKey(clientName) });
    },
  });
  const button = (recordType: RecordType, label: string) => (
    <ReasonButton
      size="xs"
      variant="default"
      leftSection={<IconSend size={16} aria-hidden="true" />}
      loading={sending.isPending && sending.variables === recordType}
      disabledReason={disabledReason}
      onClick={() => sending.mutate(recordType)}
    >
      {label}
    </ReasonButton>
  );
  return (
    <Group gap="xs">
      {button('company', 'Send test')}
      {hasContacts && button('contact', 'Send test contact')}
    </Group>
  );
}
