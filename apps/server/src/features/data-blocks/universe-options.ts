import { createHash } from 'node:crypto';
import { MAX_KEYWORD_OPTIONS } from '@quarry/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { defineCache } from '#server/platform/caches.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { suggestedUniverseValues, type ValueSource } from './field-options.sql.ts';

/** A suggested value with how often it occurs. */
export interface ValueOption {
  readonly value: string;
  readonly count: number;
}

const valueRow = z.object({ value: z.string(), count: z.number() });

const FRESH_MS = 10 * 60_000;
const MAX_KEPT = 1000;
/** Answers hold for a while: the universe changes by imports only. */
const keptOptions = defineCache(() => new LRUCache<string, ValueOption[]>({ max: MAX_KEPT, ttl: FRESH_MS }));

/** Room for names and domains of ten million companies; of longer texts only so many rows are looked at. */
const MAX_BYTES = 500_000_000;
/** How many rows are looked at where counting all takes seconds. They come in the order of ids, which is a random one. */
const SAMPLE_ROWS = 1_000_000;
/** Texts from this length on are in few values: then all rows can be looked at, and have to be. */
const SELECTIVE_LENGTH = 3;

const TIMEOUT_MS = 10_000;

/** Suggests values of the universe that contain the typed text, remembered for ten minutes under `key` and the text. */
export async function readUniverseOptions(
  scope: Pick<ClientScope, 'warehouse' | 'request' | 'caches'>,
  key: string,
  source: ValueSource,
  typed: string,
): Promise<ValueOption[]> {
  const { warehouse, request } = scope;
  const kept = keptOptions(scope);
  // A key can hold a whole configuration, too long to keep a thousand of.
  const wanted = createHash('sha256')
    .update(JSON.stringify([key, typed.toLowerCase()]))
    .digest('base64');
  const known = kept.get(wanted);
  if (known !== undefined) return known;
  const values = await warehouse.rows(suggestedUniverseValues(source, typed, MAX_KEYWORD_OPTIONS), valueRow, {
    lane: 'people',
    signal: request.signal,
    timeoutMs: TIMEOUT_MS,
    settings: {
      max_bytes_to_read: MAX_BYTES,
      ...(isSampled(source, typed) ? { max_rows_to_read: SAMPLE_ROWS } : {}),
      read_overflow_mode: 'break',
    },
  });
  kept.set(wanted, values);
  return values;
}

function isSampled({ cost }: ValueSource, typed: string): boolean {
  return cost === 'computed' || (cost === 'many' && typed.length < SELECTIVE_LENGTH);
}
