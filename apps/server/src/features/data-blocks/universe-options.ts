import { createHash } from 'node:crypto';
import { MAX_KEYWORD_OPTIONS } from '@quarry/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { defineCache } from '#server/platform/caches.ts';
import type { UserScope } from '#server/platform/scope.ts';
import { type FieldValues, suggestedUniverseValues } from './field-options.sql.ts';

export interface ValueOption {
  readonly value: string;
  readonly count: number;
}

const valueRow = z.object({ value: z.string(), count: z.number() });

const TTL_MS = 10 * 60_000;
const MAX_CACHED = 1000;
/** While an import runs, cached options may be some minutes old. */
const optionsCache = defineCache(() => new LRUCache<string, ValueOption[]>({ max: MAX_CACHED, ttl: TTL_MS }));

/** Enough for the names and domains of ten million companies; longer texts are read in part. */
const MAX_BYTES = 500_000_000;
/** Rows to sample if counting all takes seconds. Rows are read in order of ids, which are random. */
const SAMPLE_ROWS = 1_000_000;
/** Search texts from this length on match few values, so that all rows can be read, and must be. */
const SELECTIVE_LENGTH = 3;

const TIMEOUT_MS = 10_000;

/** Suggests values of the universe that contain the search text, cached for ten minutes by `key` and text. */
export async function readUniverseOptions(
  scope: Pick<UserScope, 'warehouse' | 'request' | 'caches' | 'ledger'>,
  key: string,
  fieldValues: FieldValues,
  search: string,
): Promise<ValueOption[]> {
  const { warehouse, request } = scope;
  const cache = optionsCache(scope);
  // Hashed because a key can hold a whole config.
  const cacheKey = createHash('sha256')
    .update(JSON.stringify([scope.ledger.revision(), key, search.toLowerCase()]))
    .digest('base64');
  const cached = cache.get(cacheKey);
  if (cached !== undefined) return cached;
  const values = await warehouse.rows(suggestedUniverseValues(fieldValues, search, MAX_KEYWORD_OPTIONS), valueRow, {
    lane: 'people',
    signal: request.signal,
    timeoutMs: TIMEOUT_MS,
    settings: {
      max_bytes_to_read: MAX_BYTES,
      ...(isSampled(fieldValues, search) ? { max_rows_to_read: SAMPLE_ROWS } : {}),
      read_overflow_mode: 'break',
    },
  });
  cache.set(cacheKey, values);
  return values;
}

function isSampled({ cost }: FieldValues, search: string): boolean {
  return cost === 'computed' || (cost === 'many' && search.length < SELECTIVE_LENGTH);
}
