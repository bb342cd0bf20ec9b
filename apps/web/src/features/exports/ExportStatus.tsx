import { type ExportItem, exportTitle } from '@quarry/contracts';
import { RunStatus } from '../../ui/RunStatus.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { statusBadge } from './export-status.ts';

export function ExportStatus({ item }: { item: ExportItem }) {
  const { label, state } = statusBadge(item);
  return <StateBadge state={state}>{label}</StateBadge>;
}

/** The status for a table cell, with a bar while the export runs. */
export function ExportStatusCell({ item }: { item: ExportItem }) {
  const percent = item.status === 'PROCESSING' ? percentOf(item) : null;
  return <RunStatus {...statusBadge(item)} name={exportTitle(item)} percent={percent} />;
}

export function percentOf({ progress }: Pick<ExportItem, 'progress'>): number {
  return Math.floor(progress * 100);
}
