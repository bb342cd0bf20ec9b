import { Group, SegmentedControl } from '@mantine/core';
import { type Integration, WEBHOOK_DELIVERY_STATUSES, type WebhookDelivery } from '@quarry/contracts';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListSection } from '../../../ui/ListSection.tsx';
import { DELIVERIES_PAGE_SIZE, deliveriesQuery } from '../queries.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { SendTest } from './SendTest.tsx';

type Status = WebhookDelivery['status'];

/** What was sent to the webhook, newest first. */
export function WebhookDeliveries(props: {
  integration: Integration;
  openId: string | undefined;
  onOpen: (delivery: WebhookDelivery) => void;
}) {
  const { integration } = props;
  const { clientName } = useClient();
  const [status, setStatus] = useState<Status | undefined>(undefined);
  const [pageIndex, setPageIndex] = useState(0);
  const deliveries = useQuery(deliveriesQuery(clientName, integration.id, status, pageIndex));
  return (
    <ListSection
      title="Webhook deliveries"
      nouns="deliveries"
      query={deliveries}
      rows={deliveries.data?.items}
      total={deliveries.data?.count}
      columns={deliveryColumns}
      rowKey={keyOf}
      rowLabel={keyOf}
      onOpenRow={props.onOpen}
      openRowKey={props.openId ?? null}
      pageIndex={pageIndex}
      pageSize={DELIVERIES_PAGE_SIZE}
      onPage={setPageIndex}
      actions={
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="Deliveries"
            data={[
              { value: '', label: 'All' },
              { value: 'DELIVERED', label: 'Delivered' },
              { value: 'FAILED', label: 'Failed' },
            ]}
            value={status ?? ''}
            onChange={(value) => {
              setStatus(WEBHOOK_DELIVERY_STATUSES.find((known) => known === value));
              setPageIndex(0);
            }}
          />
          <SendTest
            integration={integration}
            hasContacts={(integration.credentials?.contactsUrl ?? null) !== null}
            disabledReason={integration.hasCredentials ? null : 'The webhook is not connected'}
          />
        </Group>
      }
      empty={
        <EmptyState
          title={status === undefined ? 'Nothing has been sent yet' : 'No such deliveries'}
          icon={<IconWebhook size={28} aria-hidden="true" />}
        >
          Each request to your webhook is listed here with what was sent and how it was answered.
        </EmptyState>
      }
    />
  );
}

function keyOf({ id }: WebhookDelivery): string {
  return id;
}
