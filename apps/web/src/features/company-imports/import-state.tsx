import type { CompanyImportView } from '@quarry/contracts';
import { type State, StateBadge } from '../../ui/StateBadge.tsx';

const STATES: Readonly<Record<CompanyImportView['status'], readonly [State, string]>> = {
  WAITING: ['pending', 'Waiting'],
  PROCESSING: ['running', 'Running'],
  COMPLETE: ['live', 'Complete'],
  ERROR: ['failed', 'Failed'],
  CANCELLED: ['draft', 'Cancelled'],
};

/** The last part of a path or an address. */
export const fileName = (location: string): string =>
  location.split(/[\\/]/).findLast((part) => part !== '') ?? location;

/** The state of an import in words. */
export function stateText({ status, isDryRun, progress, undo }: CompanyImportView): string {
  if (undo.undoneAt !== null) return 'Undone';
  if (undo.isRunning) return 'Being undone';
  const [, label] = STATES[status];
  const text = status === 'PROCESSING' ? `${label}, ${Math.floor(progress * 100)}%` : label;
  return isDryRun ? `${text} (dry run)` : text;
}

export function ImportState({ row }: { row: CompanyImportView }) {
  const state = row.undo.undoneAt !== null ? 'draft' : row.undo.isRunning ? 'running' : STATES[row.status][0];
  return (
    <StateBadge state={state} {...(row.error === null ? {} : { tooltip: row.error })}>
      {stateText(row)}
    </StateBadge>
  );
}
