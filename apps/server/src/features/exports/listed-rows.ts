import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { csvHeader, csvRow } from './csv-header.ts';
import type { ExportPart, ExportRow } from './export.ts';

/** The rows of an export that is short enough to be kept whole, as they were when it was requested. */
const listedRows = z.object({
  headers: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
});
export type ListedRows = z.infer<typeof listedRows>;

/** Writes the file under a unique name, so that a run that was taken over cannot overwrite it. */
export async function makeListedPart(
  { files }: Pick<JobContext, 'files'>,
  { snapshot }: Pick<ExportRow, 'snapshot'>,
  folder: string,
): Promise<ExportPart> {
  const { headers, rows } = listedRows.parse(snapshot);
  const head = csvHeader(
    headers.map((header) => ({ header })),
    true,
  );
  const text = `${head}${rows.map(csvRow).join('')}`;
  const key = `${folder}/${randomUUID()}.csv`;
  await files.put(key, text);
  return { section: null, key, rows: rows.length, bytes: Buffer.byteLength(text) };
}
