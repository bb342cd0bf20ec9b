import type { ExportItem, ExportStatus } from '@quarry/contracts';
import type { State } from '../../ui/StateBadge.tsx';

export const EXPIRED_MESSAGE = 'Download has expired. Please request again.';

const STATUSES: Readonly<Record<ExportStatus, { readonly label: string; readonly state: State }>> = {
  WAITING: { label: 'Waiting', state: 'draft' },
  PROCESSING: { label: 'In Progress', state: 'draft' },
  COMPLETE: { label: 'Complete', state: 'live' },
  FAILED: { label: 'Failed', state: 'failed' },
  CANCELLED: { label: 'Cancelled', state: 'draft' },
};

export function isActive({ status }: Pick<ExportItem, 'status'>): boolean {
  return status === 'WAITING' || status === 'PROCESSING';
}

export function isDownloadable({ status, isExpired }: Pick<ExportItem, 'status' | 'isExpired'>): boolean {
  return status === 'COMPLETE' && !isExpired;
}

/** Why the download button is disabled; null if it is not. */
export function noDownloadReason(item: Pick<ExportItem, 'status' | 'isExpired'>): string | null {
  if (item.isExpired) return EXPIRED_MESSAGE;
  if (isDownloadable(item)) return null;
  if (isActive(item)) return 'The export is not complete yet';
  return item.status === 'FAILED' ? 'The export failed' : 'The export was cancelled';
}

/** Label and colour of the status: green once complete, red when failed, grey otherwise. */
export function statusBadge(item: Pick<ExportItem, 'status' | 'isExpired'>): { label: string; state: State } {
  return item.isExpired ? { label: 'Expired', state: 'draft' } : STATUSES[item.status];
}
