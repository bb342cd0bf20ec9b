import type { Warehouse } from '@quarry/clickhouse';
import { compactTables } from '../schema.ts';
import type { CompanyRecord, Rejection, TargetField } from './company-record.ts';
import { startImport } from './import-batch.ts';

/** What became of the rows: `read = created + updated + unchanged + rejected`. */
export interface ImportReport {
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** Rows whose domain and LinkedIn page disagree with what is known; the known link stayed. They are counted above, too. */
  conflicts: number;
  /** Rejected rows by reason. */
  rejections: Record<string, number>;
  /** Values that could not be understood and were left out, by field. */
  ignoredValues: Partial<Record<TargetField, number>>;
}

/** What to import, and where to. */
export interface ImportOptions {
  warehouse: Warehouse;
  source: AsyncIterable<CompanyRecord | Rejection>;
  /** Do everything but write. */
  isDryRun?: boolean;
  /** Rows per batch. */
  batchSize?: number;
  onReject?: (rejection: Rejection) => void | Promise<void>;
  /** Called after each batch. */
  onProgress?: (report: Readonly<ImportReport>) => void;
  signal?: AbortSignal;
}

const BATCH = 5000;

/** A report of nothing. */
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
  };
}

/**
 * Brings companies into the universe, a batch at a time: memory does not grow with the source but for 8 to 20 bytes
 * per company. A batch is stored or not; an import that was cut off is completed by running it again, and ends with
 * the same records. `report` can be given to read it after a failure.
 */
export async function importCompanies(options: ImportOptions, report = emptyReport()): Promise<ImportReport> {
  const { warehouse, signal } = options;
  const isDryRun = options.isDryRun ?? false;
  const size = options.batchSize ?? BATCH;
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
    for (const field of record.ignored) report.ignoredValues[field] = (report.ignoredValues[field] ?? 0) + 1;
  }
}
