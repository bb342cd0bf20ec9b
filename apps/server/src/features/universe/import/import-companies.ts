import type { Warehouse } from '@quarry/clickhouse';
import { compactTables } from '../schema.ts';
import type { CompanyRecord, Rejection, TargetField } from './company-record.ts';
import { countFilled, type FilledValues } from './filled-values.ts';
import { startImport } from './import-batch.ts';

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
  ignoredValues: Partial<Record<TargetField, number>>;
  /** Values of the rows that were not rejected, by field. */
  filledValues: FilledValues;
}

export interface ImportOptions {
  warehouse: Warehouse;
  source: AsyncIterable<CompanyRecord | Rejection>;
  /** Does everything except write. */
  isDryRun?: boolean;
  /** Rows per batch. */
  batchSize?: number;
  onReject?: (rejection: Rejection) => void | Promise<void>;
  /** Called after each batch. */
  onProgress?: (report: Readonly<ImportReport>) => void;
  signal?: AbortSignal;
}

const DEFAULT_BATCH_SIZE = 5000;

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
 * Imports companies in batches: memory grows with the source by only 8 to 20 bytes per company. Running an interrupted
 * import again completes it, with the same records. Pass `report` to read it after a failure.
 */
export async function importCompanies(options: ImportOptions, report = emptyReport()): Promise<ImportReport> {
  const { warehouse, signal } = options;
  const isDryRun = options.isDryRun ?? false;
  const size = options.batchSize ?? DEFAULT_BATCH_SIZE;
  const run = startImport(warehouse, { isDryRun, now: new Date() });
  let batch: CompanyRecord[] = [];
  let rejections: Rejection[] = [];
  const flush = async () => {
    signal?.throwIfAborted();
    const counts = await run.importBatch(batch);
    for (const rejection of rejections) await options.onReject?.(rejection);
    count(report, batch, rejections);
    report.created += counts.created;
    report.updated += counts.updated;
    report.unchanged += counts.unchanged;
    report.conflicts += counts.conflicts;
    batch = [];
    rejections = [];
    options.onProgress?.(report);
  };
  for await (const item of options.source) {
    if ('reason' in item) rejections.push(item);
    else batch.push(item);
    if (batch.length + rejections.length >= size) await flush();
  }
  if (batch.length + rejections.length > 0) await flush();
  if (!isDryRun && report.created + report.updated > 0) {
    await compactTables(warehouse, ['companies', 'identities', 'funding', 'technographics'], signal);
  }
  return report;
}

function count(report: ImportReport, records: readonly CompanyRecord[], rejections: readonly Rejection[]): void {
  report.read += records.length + rejections.length;
  report.rejected += rejections.length;
  for (const { reason } of rejections) {
    const kind = reason.split(':')[0]?.replace(/\.$/, '') ?? reason;
    report.rejections[kind] = (report.rejections[kind] ?? 0) + 1;
  }
  for (const record of records) {
    countFilled(report.filledValues, record);
    for (const field of record.ignored) report.ignoredValues[field] = (report.ignoredValues[field] ?? 0) + 1;
  }
}
