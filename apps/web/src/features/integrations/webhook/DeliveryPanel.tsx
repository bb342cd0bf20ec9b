import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { redeliverWebhook } from '@quarry/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { useClient } from '../../../lib/client-context.tsx';
import { formatInstant } from '../../../lib/format.ts';
import { notifyError, notifyLoading, notifySuccess } from '../../../lib/notify.ts';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { ReadingPanel } from '../../../ui/ReadingPanel.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { deliveriesKey, deliveryQuery } from '../queries.ts';
import { contentText, deliveryState, outcomeText } from './delivery-words.ts';

/** One delivery: what was sent, and what came back. Secrets are masked. */
export default function DeliveryPanel(props: { integrationId: string; deliveryId: string; onClose: () => void }) {
  const { integrationId, deliveryId, onClose } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  const query = useQuery(deliveryQuery(clientName, integrationId, deliveryId));
  const redelivery = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Sending again…');
      try {
        const { delivery } = await call(redeliverWebhook, { integrationId, deliveryId }, { client: clientName });
        if (delivery.status === 'FAILED') notifyError(outcomeText(delivery), { id: toast, title: 'It failed again' });
        else notifySuccess(delivery.status === 'DELIVERED' ? 'Delivered' : 'Sent again', { id: toast });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'It could not be sent again' });
      }
      await cache.invalidateQueries({ queryKey: deliveriesKey(clientName) });
    },
  });
  const delivery = query.data;
  return (
    <ReadingPanel
      onClose={onClose}
      width={640}
      title={
        <Text component="span" fw={600} size="lg">
          {delivery === undefined ? 'Delivery' : contentText(delivery)}
        </Text>
      }
    >
      {query.isError ? (
        <ErrorState title="Failed to fetch the delivery" error={query.error} onRetry={() => void query.refetch()} />
      ) : delivery === undefined ? (
        <LoadingState label="Loading the delivery" />
      ) : (
        <Stack gap="md">
          <Group justify="space-between">
            <StateBadge state={deliveryState(delivery).state}>{deliveryState(delivery).label}</StateBadge>
            {delivery.status === 'FAILED' && (
              <Button size="xs" loading={redelivery.isPending} onClick={() => redelivery.mutate()}>
                Send again
              </Button>
            )}
          </Group>
          <Facts>
            <Fact label="Address">{delivery.url}</Fact>
            <Fact label="Sent">{formatInstant(delivery.createdAt)}</Fact>
            <Fact label="Attempts">{delivery.attempts}</Fact>
            <Fact label="Answer">{outcomeText(delivery)}</Fact>
            <Fact label="Delivery">{delivery.id}</Fact>
          </Facts>
          <Block
            title="Request headers"
            text={Object.entries(delivery.requestHeaders)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          />
          <Block title="Request body" text={readable(delivery.requestBody)} />
          <Block title="Response body" text={delivery.responseBody === null ? null : readable(delivery.responseBody)} />
        </Stack>
      )}
    </ReadingPanel>
  );
}

function Block({ title, text }: { title: string; text: string | null }) {
  return (
    <section aria-label={title}>
      <Title order={3} mb={4}>
        {title}
      </Title>
      {text === null || text === '' ? (
        <Text size="sm" c="dimmed">
          {text === null ? 'No answer came' : 'Empty'}
        </Text>
      ) : (
        <CodeBlock label={title} text={text} />
      )}
    </section>
  );
}

/** JSON with line breaks; other text, such as one that was cut, unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    console.debug('The body is not JSON', error);
    return text;
  }
}
