import type { WebhookDelivery } from '@quarry/contracts';
import { formatInstant, relativeInstant } from '../../../lib/format.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import type { TableColumn } from '../../../ui/table/types.ts';
import { contentText, deliveryState, outcomeText } from './delivery-words.ts';

const WIDTHS = { sent: 175, content: 180, status: 130, attempts: 90 };
const MIN_OUTCOME_WIDTH = 200;

/** The columns of deliveries for a table of this width; the answer takes the rest. */
export function deliveryColumns(width: number): TableColumn<WebhookDelivery>[] {
  const fixed = Object.values(WIDTHS).reduce((sum, one) => sum + one, 0);
  return [
    {
      id: 'sent',
      header: 'Sent',
      width: WIDTHS.sent,
      isLocked: true,
      cell: ({ createdAt }) => <span data-hint={relativeInstant(createdAt)}>{formatInstant(createdAt)}</span>,
      copy: ({ createdAt }) => createdAt,
    },
    { id: 'content', header: 'Content', width: WIDTHS.content, cell: contentText, copy: contentText },
    {
      id: 'status',
      header: 'Status',
      width: WIDTHS.status,
      cell: (delivery) => {
        const { state, label } = deliveryState(delivery);
        return <StateBadge state={state}>{label}</StateBadge>;
      },
      copy: ({ status }) => status,
    },
    {
      id: 'attempts',
      header: 'Attempts',
      width: WIDTHS.attempts,
      align: 'end',
      cell: ({ attempts }) => attempts,
      copy: ({ attempts }) => String(attempts),
    },
    {
      id: 'outcome',
      header: 'Answer',
      width: Math.max(MIN_OUTCOME_WIDTH, width - fixed),
      cell: (delivery) => <span data-hint-overflow="">{outcomeText(delivery)}</span>,
      full: outcomeText,
      copy: outcomeText,
    },
  ];
}
