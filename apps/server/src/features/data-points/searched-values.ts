import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import { defineCache } from '#server/platform/caches.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { firstStoredValuesOf } from './data-points.sql.ts';

/** A distinct value as text, and the number of companies that have it. */
export const countedValue = z.object({ value: z.string(), count: z.number() });
export type CountedValue = z.infer<typeof countedValue>;

/** Values of a column that are searched in memory, which takes a millisecond; the engine needs several. */
export const SEARCHED_VALUES = { limit: 50_000, bytes: 2 * 1024 ** 2 };
/** Characters of the values and their folded forms, of all columns. */
const MAX_SEARCHED_CHARACTERS = 16 * 1024 ** 2;

const columnValues = z.object({
  texts: z.array(z.string()),
  foldedTexts: z.array(z.string()),
  counts: z.array(z.number()),
});

/** The first stored values of a column, most frequent first. */
export interface SearchedValues {
  readonly texts: readonly string[];
  readonly counts: readonly number[];
  /** All folded texts, with NUL between them, which no search contains: one text is searched far faster than many. */
  readonly folded: string;
  /** Where each of them starts. */
  readonly starts: Uint32Array;
}

/** By version, which never changes, and column. */
const searchedValuesCache = defineCache(
  () => new LRUCache<string, SearchedValues>({ maxSize: MAX_SEARCHED_CHARACTERS }),
);

/** The stored values of a column that are searched in memory: all of them, or the first ones. */
export async function readSearchedValues(
  scope: ClientScope,
  dataset: Dataset,
  column: DatasetColumn,
): Promise<SearchedValues> {
  const cache = searchedValuesCache(scope);
  const key = `${dataset.version} ${column.fieldName}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const [read] = await scope.warehouse.rows(firstStoredValuesOf(dataset, column, SEARCHED_VALUES), columnValues, {
    lane: 'people',
    signal: scope.request.signal,
  });
  if (read === undefined) throw new Error(`The values of ${column.fieldName} were not read`);
  const values = layOutValues(read);
  cache.set(key, values, { size: read.texts.reduce((sum, { length }) => sum + length, values.folded.length + 1) });
  return values;
}

/** Lays out values, most frequent first, for `findValues`. */
export function layOutValues({ texts, foldedTexts, counts }: z.infer<typeof columnValues>): SearchedValues {
  const starts = new Uint32Array(foldedTexts.length);
  let start = 0;
  for (const [at, { length }] of foldedTexts.entries()) {
    starts[at] = start;
    start += length + 1;
  }
  return { texts, counts, folded: foldedTexts.join('\0'), starts };
}

/** Finds the values that contain the folded text, which is not empty; at most `limit`. */
export function findValues(
  { texts, counts, folded, starts }: SearchedValues,
  needle: string,
  limit = Number.POSITIVE_INFINITY,
): CountedValue[] {
  const found: CountedValue[] = [];
  let next = 0;
  while (found.length < limit && next < starts.length) {
    const hit = folded.indexOf(needle, starts[next]);
    if (hit === -1) break;
    while (next < starts.length && (starts[next] ?? 0) <= hit) next += 1;
    found.push({ value: texts[next - 1] ?? '', count: counts[next - 1] ?? 0 });
  }
  return found;
}
