import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from '@quarry/clickhouse';
import { type EstimationConfig, estimationConfig, type FieldValue, MAX_ESTIMATION_EXPORT } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import { and, eq, inArray } from '@quarry/postgres';
import { staffExports } from '@quarry/postgres/tables/staff-exports';
import { z } from 'zod';
import { csvHeader, csvRow } from '#server/features/exports/csv-header.ts';
import { previewCompanies } from '#server/features/universe/criteria/preview-companies.ts';
import { readDataPoints } from '#server/features/universe/criteria/read-values.ts';
import { makeScratchFolder } from '#server/platform/data-folder.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { parseStaffCriteria } from './estimated-criteria.ts';
import { type EstimationColumn, exportColumns } from './export-columns.ts';

/** What an export is of, as it was when it was requested. */
export const exportRequest = z.object({
  config: estimationConfig,
  limit: z.number().int().min(1).max(MAX_ESTIMATION_EXPORT),
});

const ROWS_AT_ONCE = 1_000;
const FINDING = 0.3;

/** Writes the best companies of an estimate into a file. An interrupted run starts over. */
export const estimationExport = defineJob({
  type: 'estimation-export',
  input: z.object({ exportId: z.string() }),
  concurrency: 2,
  needsDiskSpace: true,
  canBeCancelled: true,
  timeoutMs: 30 * 60_000,
  async run(ctx, { exportId }) {
    const [row] = await ctx.db.asSystem((tx) =>
      tx
        .update(staffExports)
        .set({ status: 'PROCESSING' })
        .where(and(eq(staffExports.id, exportId), inArray(staffExports.status, ['WAITING', 'PROCESSING'])))
        .returning(),
    );
    // Complete already: the run was killed between the export's end and the job's.
    if (row === undefined) return;
    const { config, limit } = exportRequest.parse(row.config);
    const fileKey = `staff-exports/${exportId}.csv`;
    const written = await writeCompanies(ctx, config, limit, fileKey);
    await ctx.db.asSystem(async (tx) => {
      await ctx.saveCheckpoint(null, tx);
      await tx
        .update(staffExports)
        .set({ status: 'COMPLETE', fileKey, rowCount: written.rows, bytes: written.bytes, completedAt: new Date() })
        .where(eq(staffExports.id, exportId));
    });
  },
});

async function writeCompanies(ctx: JobContext, config: EstimationConfig, limit: number, fileKey: string) {
  const { compiled, day } = parseStaffCriteria(config.sourcingCriteria, config.dataBlockConfigs);
  const columns = exportColumns(config);
  ctx.progress(0, 'Finding companies');
  const { best } = await previewCompanies({
    warehouse: ctx.warehouse,
    criteria: compiled,
    isNetNew: () => sql`0`,
    netNewOnly: false,
    rows: limit,
    today: day,
    signal: ctx.signal,
    onProgress: (fraction) => ctx.progress(fraction * FINDING),
  });
  const folder = await makeScratchFolder(ctx.config.dataDir, 'estimation-');
  try {
    const path = join(folder, 'companies.csv');
    await pipeline(Readable.from(linesOf(ctx, columns, best)), createWriteStream(path), { signal: ctx.signal });
    const { size } = await stat(path);
    await ctx.files.putStream(fileKey, createReadStream(path), { contentLength: size });
    return { rows: best.length, bytes: size };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* linesOf(ctx: JobContext, columns: readonly EstimationColumn[], ids: readonly string[]) {
  yield csvHeader(columns, true);
  const points = columns.map(({ point }) => point);
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const companyIds = ids.slice(at, at + ROWS_AT_ONCE);
    const values = await readDataPoints(ctx.warehouse, { companyIds, points, signal: ctx.signal, lane: 'jobs' });
    yield companyIds
      .map((id) => csvRow(columns.map((column) => cellOf(column, values.get(id)?.[column.point.key] ?? null))))
      .join('');
    ctx.progress(FINDING + ((1 - FINDING) * (at + companyIds.length)) / ids.length, 'Writing the file');
  }
}

function cellOf({ point }: EstimationColumn, value: FieldValue): string | number {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') {
    // Stored as a fraction; rounded, because 0.07 * 100 is not 7.
    return traitsOf(point.field.type).unit === 'percent' ? Number((value * 100).toFixed(10)) : value;
  }
  return typeof value === 'string' ? value : value.join('; ');
}
