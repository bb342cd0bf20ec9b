import { createHash } from 'node:crypto';
import type { Warehouse } from '@quarry/clickhouse';
import { MAX_KEYWORD_OPTIONS } from '@quarry/contracts';
import { z } from 'zod';
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
/** The universe changes by imports only, so that answers hold for a while. They are kept apart per engine. */
const keptByWarehouse = new WeakMap<Warehouse, KeptOptions>();
type KeptOptions = Map<string, { readonly at: number; readonly values: ValueOption[] }>;

/** Room for names and domains of ten million companies; of longer texts only so many rows are looked at. */
const MAX_BYTES = 500_000_000;
/** How many rows are looked at where counting all takes seconds. They come in the order of ids, which is a random one. */
const SAMPLE_ROWS = 1_000_000;
/** Texts from this length on are in few values: then all rows can be looked at, and have to be. */
const SELECTIVE_LENGTH = 3;

const TIMEOUT_MS = 10_000;

/** Suggests values of the universe that contain the typed text, remembered for ten minutes under `key` and the text. */
export async function readUniverseOptions(
  { warehouse, request }: Pick<ClientScope, 'warehouse' | 'request'>,
  key: string,
  source: ValueSource,
  typed: string,
): Promise<ValueOption[]> {
  const kept: KeptOptions = keptByWarehouse.get(warehouse) ?? new Map();
  keptByWarehouse.set(warehouse, kept);
  // A key can hold a whole configuration, too long to keep a thousand of.
  const wanted = createHash('sha256')
    .update(JSON.stringify([key, typed.toLowerCase()]))
    .digest('base64');
  const known = kept.get(wanted);
  if (known !== undefined && Date.now() - known.at < FRESH_MS) return known.values;
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
  kept.delete(wanted);
  kept.set(wanted, { at: Date.now(), values });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return values;
}

function isSampled({ cost }: ValueSource, typed: string): boolean {
  return cost === 'computed' || (cost === 'many' && typed.length < SELECTIVE_LENGTH);
}
