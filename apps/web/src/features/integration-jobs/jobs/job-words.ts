import type { IntegrationJob, SyncProgress, TaskName } from '@quarry/contracts';
import { formatInstant, formatNumber, plural } from '../../../lib/format.ts';
import type { State } from '../../../ui/StateBadge.tsx';

/** Waits, runs, or is paused. */
export function isActive({ status }: Pick<IntegrationJob, 'status'>): boolean {
  return status === 'WAITING' || status === 'IN_PROGRESS';
}

/** The status in words and its colour. */
export function jobState({ status, pausedUntil }: Pick<IntegrationJob, 'status' | 'pausedUntil'>): {
  readonly state: State;
  readonly label: string;
} {
  if (status === 'COMPLETE') return { state: 'live', label: 'Complete' };
  if (status === 'FAILED') return { state: 'failed', label: 'Failed' };
  if (status === 'CANCELLED') return { state: 'failed', label: 'Cancelled' };
  if (pausedUntil !== null) return { state: 'pending', label: `Paused until ${formatInstant(pausedUntil)}` };
  return { state: 'running', label: 'In Progress' };
}

/** What happened to one kind of record. */
export interface Counts {
  readonly toProcess: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
}

export function companyCounts(progress: SyncProgress): Counts {
  return {
    toProcess: progress.numAccountsToProcess,
    created: progress.numAccountsCreated,
    updated: progress.numAccountsUpdated,
    skipped: progress.numAccountsSkipped,
    failed: progress.numAccountsFailed,
  };
}

export function contactCounts(progress: SyncProgress): Counts {
  return {
    toProcess: progress.numContactsToProcess,
    created: progress.numContactsCreated,
    updated: progress.numContactsUpdated,
    skipped: progress.numContactsSkipped,
    failed: progress.numContactsFailed,
  };
}

export const OUTCOMES = ['created', 'updated', 'skipped', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

const DONE = { created: 'created', updated: 'updated', skipped: 'skipped', failed: 'failed' };
const PLANNED = { created: 'to create', updated: 'to update', skipped: 'to skip', failed: 'will fail' };
const UNDONE = { created: null, updated: 'taken back', skipped: 'left as they are', failed: 'failed' };
const TO_UNDO = { created: null, updated: 'to take back', skipped: 'to leave', failed: "can't be taken back" };

/** What a job of this task does with records; null for what it never does. */
export function outcomeWords(taskName: TaskName): Readonly<Record<Outcome, string | null>> {
  if (taskName === 'Dry Run') return PLANNED;
  if (taskName === 'Undo') return UNDONE;
  return taskName === 'Undo Preview' ? TO_UNDO : DONE;
}

/** `120 created, 3 failed`; an en dash if there is nothing to tell. */
export function countsText(taskName: TaskName, { toProcess, ...done }: Counts): string {
  const words = outcomeWords(taskName);
  const parts = OUTCOMES.filter((outcome) => done[outcome] > 0).map(
    (outcome) => `${formatNumber(done[outcome])} ${words[outcome] ?? outcome}`,
  );
  if (parts.length > 0) return parts.join(', ');
  return toProcess > 0 ? `${formatNumber(toProcess)} to process` : '–';
}

/** `1,200 of 3,000 records read`; null for jobs that import nothing. */
export function importText({ numOfItemsToImport, numOfRecordsImported }: SyncProgress): string | null {
  if (numOfItemsToImport === 0 && numOfRecordsImported === 0) return null;
  return `${formatNumber(numOfRecordsImported)} of ${plural(numOfItemsToImport, 'record')} read`;
}

export function percentOf({ progress }: Pick<IntegrationJob, 'progress'>): number {
  return Math.max(0, Math.min(100, Math.floor(progress.progress * 100)));
}

/** True for jobs whose result is a plan: nothing was written. */
export function hasPlan({ taskName }: Pick<IntegrationJob, 'taskName'>): boolean {
  return taskName === 'Dry Run' || taskName === 'Undo Preview';
}
