import type { DatasetExportType, ExportItem, ExportStatus, ExportType } from '@quarry/contracts';
import { DATASET_EXPORT_TYPES } from '@quarry/contracts';
import type { State } from '../../ui/StateBadge.tsx';

/** What people are told when an export's files are gone. */
export const EXPIRED = 'Download has expired. Please request again.';

const STATUSES: Readonly<Record<ExportStatus, { readonly label: string; readonly state: State }>> = {
  WAITING: { label: 'Waiting', state: 'draft' },
  PROCESSING: { label: 'In Progress', state: 'draft' },
  COMPLETE: { label: 'Complete', state: 'live' },
  FAILED: { label: 'Failed', state: 'failed' },
  CANCELLED: { label: 'Cancelled', state: 'draft' },
};

/** Whether an export still waits or runs. */
export function isUnderWay({ status }: Pick<ExportItem, 'status'>): boolean {
  return status === 'WAITING' || status === 'PROCESSING';
}

/** Whether there are files to download. */
export function isDownloadable({ status, isExpired }: Pick<ExportItem, 'status' | 'isExpired'>): boolean {
  return status === 'COMPLETE' && !isExpired;
}

/** Why there is nothing to download, for the tooltip of the button; null when there is something. */
export function noDownloadReason(item: Pick<ExportItem, 'status' | 'isExpired'>): string | null {
  if (item.isExpired) return EXPIRED;
  if (isDownloadable(item)) return null;
  if (isUnderWay(item)) return 'The export is not complete yet';
  return item.status === 'FAILED' ? 'The export failed' : 'The export was cancelled';
}

/** Word and colour of how an export stands: green once complete, red when failed, grey otherwise. */
export function statusLook(item: Pick<ExportItem, 'status' | 'isExpired'>): { label: string; state: State } {
  return item.isExpired ? { label: 'Expired', state: 'draft' } : STATUSES[item.status];
}

/** The kind, if exports of it are started from the dataset and can therefore be started again; null otherwise. */
export function datasetType(type: ExportType): DatasetExportType | null {
  return DATASET_EXPORT_TYPES.find((candidate) => candidate === type) ?? null;
}
