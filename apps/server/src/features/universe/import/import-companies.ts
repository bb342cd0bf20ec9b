import type { Warehouse } from '@quarry/clickhouse';
import type { ImportedField } from '@quarry/contracts';
import type { Rejection } from './company-record.ts';
import type { FilledValues } from './filled-values.ts';
import { importRows, loadBatch } from './import-batch.ts';
import type { RowBatch } from './row-batch.ts';
import { createScratchTables, dropScratchTables, turnToNextRows } from './scratch-tables.ts';

/** `read = created + updated + unchanged + rejected` */
export interface ImportReport {
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** Rows, also counted above, whose domain and LinkedIn page contradict the stored link, which stays. */
  conflicts: number;
  /** Rejected rows by reason. */
  rejections: Record<string, number>;
  /** Unclear values that were left out, by field. */
  ignoredValues: Partial<Record<ImportedField, number>>;
  /** Values of the rows that were not rejected, by field. */
  filledValues: FilledValues;
}

export interface ImportOptions {
  warehouse: Warehouse;
  batches: AsyncIterable<RowBatch>;
  /** Does everything except write. */
  isDryRun?: boolean;
  /** Keeps under this number what the import changes, by which it can be undone. */
  run?: number | undefined;
  onReject?: (rejection: Rejection) => void | Promise<void>;
  /** Called after each batch. */
  onProgress?: (report: Readonly<ImportReport>) => void;
  signal?: AbortSignal;
}

export function emptyReport(): ImportReport {
  return {
    read: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    conflicts: 0,
    rejections: {},
    ignoredValues: {},
    filledValues: {},
  };
}

/**
 * Imports companies in batches, in constant memory. Within one import, the first row about a company brings its values
 * and later rows only fill gaps, so importing a file again changes nothing. Running an interrupted import again
 * completes it, with the same records. One import at a time. Pass `report` to read it after a failure.
 */
export async function importCompanies(options: ImportOptions, report = emptyReport()): Promise<ImportReport> {
  const { warehouse, signal } = options;
  const run = {
    warehouse,
    isDryRun: options.isDryRun ?? false,
    journal: options.run ?? null,
    now: new Date(),
    signal,
  };
  const importNext = async (batch: RowBatch): Promise<void> => {
    const counts = await importRows(run, batch);
    for (const rejection of batch.rejections) await options.onReject?.(rejection);
    count(report, batch);
    report.created += counts.created;
    report.updated += counts.updated;
    report.unchanged += counts.unchanged;
    report.conflicts += counts.conflicts;
    options.onProgress?.(report);
  };
  await createScratchTables(warehouse);
  // While a batch is imported, the next one is loaded and the one after it read.
  let importing = Promise.resolve();
  let loading = Promise.resolve();
  try {
    for await (const batch of options.batches) {
      signal?.throwIfAborted();
      loading = loadBatch(run, batch);
      await Promise.all([importing, loading]);
      // Not while rows are loaded: the engine would refuse them.
      await turnToNextRows(warehouse);
      importing = importNext(batch);
      // Awaited with the next batch; until then nobody would see it fail.
      importing.catch(() => {});
    }
    await importing;
  } finally {
    await Promise.allSettled([importing, loading]);
    await dropScratchTables(warehouse);
  }
  return report;
}

function count(report: ImportReport, batch: RowBatch): void {
  report.read += batch.companyCount + batch.rejections.length;
  report.rejected += batch.rejections.length;
  for (const { reason } of batch.rejections) {
    const kind = reason.split(':')[0]?.replace(/\.$/, '') ?? reason;
    report.rejections[kind] = (report.rejections[kind] ?? 0) + 1;
  }
  addCounts(report.ignoredValues, batch.ignoredValues);
  addCounts(report.filledValues, batch.filledValues);
}

function addCounts<F extends string>(counts: Partial<Record<F, number>>, added: Partial<Record<F, number>>): void {
  let field: F;
  for (field in added) counts[field] = (counts[field] ?? 0) + (added[field] ?? 0);
}
