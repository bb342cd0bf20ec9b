import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, type SyncPlan, type SyncPlanExportConfig, syncPlanExportConfig } from '@quarry/contracts';
import {
  findPlan,
  type PlannedJob,
  readPlannedRecords,
} from '#server/features/integration-jobs/dry-run/planned-records.ts';
import { makeScratchFolder } from '#server/platform/data-folder.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { csvHeader, csvRow } from './csv-header.ts';
import type { ExportPart, ExportRow } from './export.ts';

const HEADERS = [
  'Record type',
  'Record ID',
  'Record',
  'Action',
  'CRM record ID',
  'Reason',
  'Field',
  'CRM field',
  'Value now',
  'Value then',
];

/** Throws FORBIDDEN without the permission ADMIN, NOT_FOUND, BAD_REQUEST without a plan, and CONFLICT before it is complete. */
export async function assertPlanReady(
  scope: Pick<ClientScope, 'client' | 'read' | 'permissions'>,
  { jobId }: SyncPlanExportConfig,
): Promise<void> {
  if (!scope.permissions.includes('ADMIN')) {
    throw new AppError('FORBIDDEN', 'Only administrators can export what a sync would do.');
  }
  const { job } = await scope.read((tx) => findPlan(tx, scope.client.id, jobId));
  if (job.status !== 'COMPLETE') throw new AppError('CONFLICT', 'The plan is not complete.', { jobId });
}

/** Writes a line for each value that would change, and one for each record without any; returns the file. */
export async function makePlanPart(
  ctx: JobContext,
  { clientId, config }: Pick<ExportRow, 'clientId' | 'config'>,
  exportFolder: string,
): Promise<ExportPart> {
  const { jobId } = syncPlanExportConfig.parse(config);
  const planned = await ctx.db.asClient(clientId, (tx) => findPlan(tx, clientId, jobId), { readOnly: true });
  const folder = await makeScratchFolder(ctx.config.dataDir, 'export-');
  try {
    const path = join(folder, 'part');
    const written = { rows: 0 };
    const lines = Readable.from(linesOf(ctx, clientId, planned, written));
    await pipeline(lines, createWriteStream(path), { signal: ctx.signal });
    const { size } = await stat(path);
    const key = `${exportFolder}/${randomUUID()}.csv`;
    await ctx.files.putStream(key, createReadStream(path), { contentLength: size });
    return { section: null, key, rows: written.rows, bytes: size };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* linesOf(ctx: JobContext, clientId: string, planned: PlannedJob, written: { rows: number }) {
  yield csvHeader(
    HEADERS.map((header) => ({ header })),
    true,
  );
  const { numAccountsToProcess, numContactsToProcess } = planned.job.progress;
  const total = Math.max(1, numAccountsToProcess + numContactsToProcess);
  let read = 0;
  for await (const records of readPlannedRecords(ctx, clientId, planned)) {
    ctx.throwIfCancelled();
    const rows = records.flatMap(rowsOf);
    read += records.length;
    written.rows += rows.length;
    ctx.progress(Math.min(0.99, read / total), 'Writing files', { rows: written.rows });
    yield rows.map(csvRow).join('');
  }
}

const NO_CHANGE = { displayName: '', externalName: '', before: null, after: null };

function rowsOf(record: SyncPlan['sample'][number]): string[][] {
  const { recordType, recordId, action, externalId, reason, changes } = record;
  return (changes.length === 0 ? [NO_CHANGE] : changes).map((change) => [
    recordType,
    recordId,
    record.record,
    action,
    externalId ?? '',
    reason ?? '',
    change.displayName,
    change.externalName,
    change.before ?? '',
    change.after ?? '',
  ]);
}
