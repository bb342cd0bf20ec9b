import type { WebhookDelivery } from '@quarry/contracts';
import { plural } from '../../../lib/format.ts';
import type { State } from '../../../ui/StateBadge.tsx';

const STATES: Readonly<Record<WebhookDelivery['status'], { readonly label: string; readonly state: State }>> = {
  PENDING: { label: 'On its way', state: 'running' },
  DELIVERED: { label: 'Delivered', state: 'live' },
  FAILED: { label: 'Failed', state: 'failed' },
};

export const deliveryState = ({ status }: Pick<WebhookDelivery, 'status'>) => STATES[status];

/** How the receiver answered, or why there was no answer. */
export function outcomeText({ responseStatus, error }: Pick<WebhookDelivery, 'responseStatus' | 'error'>): string {
  if (error !== null) return error;
  return responseStatus === null ? 'No answer yet' : `Answered ${responseStatus}`;
}

/** What was sent: `20 companies`, or `1 contact, as a test`. */
export function contentText({ recordType, records, jobId }: WebhookDelivery): string {
  const content = recordType === 'company' ? plural(records, 'company', 'companies') : plural(records, 'contact');
  return jobId === null ? `${content}, as a test` : content;
}
