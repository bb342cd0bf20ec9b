import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordType } from '@quarry/contracts';
import { jittered, RETRY_WAITS_MS } from '#server/features/integrations/access/retry-waits.ts';
import {
  BatchRefused,
  OutcomeUnknown,
  type Refusal,
  type Vendor,
  type VendorApi,
  VendorUnavailable,
  type WriteOutcome,
} from '#server/features/integrations/vendors/vendor.ts';

/** A write to the CRM. */
export interface RecordWrite {
  readonly recordId: string;
  /** Null creates. */
  readonly externalId: string | null;
  readonly values: Readonly<Record<string, unknown>>;
  /** Of a contact that is created. */
  readonly accountId: string | null;
  readonly matchValue: string | null;
}

/** What became of a write. */
export type Sent =
  | { readonly kind: 'done'; readonly id: string; readonly created: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly isGone: boolean }
  | { readonly kind: 'exists'; readonly id: string }
  | { readonly kind: 'unknown'; readonly message: string | null };

export interface SendInput {
  readonly vendor: Vendor;
  readonly api: VendorApi;
  readonly recordType: RecordType;
  readonly keyField: string | null;
  /** Before the second try and each further one. */
  readonly waitsMs?: readonly number[];
}

/**
 * Sends writes, as many at a time as the CRM takes, and reports each outcome once. After an error that ends the run, such
 * as a spent allowance, those that are in flight still report theirs.
 */
export async function sendWrites(
  input: SendInput,
  writes: readonly RecordWrite[],
  report: (write: RecordWrite, sent: Sent) => void,
): Promise<void> {
  const { batchSizes, parallelCalls } = input.vendor;
  const batches = [
    ...batchesOf(
      writes.filter(({ externalId }) => externalId === null),
      batchSizes.create,
    ),
    ...batchesOf(
      writes.filter(({ externalId }) => externalId !== null),
      batchSizes.update,
    ),
  ];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) {
      try {
        const sent = await sendBatch(input, batch);
        for (const [at, write] of batch.entries()) report(write, sent[at] ?? { kind: 'unknown', message: null });
      } catch (error) {
        next = batches.length;
        throw error;
      }
    }
  };
  const lanes = Math.min(parallelCalls[input.recordType], batches.length);
  const ended = await Promise.allSettled(Array.from({ length: lanes }, work));
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
}

function* batchesOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** One call, and further ones for those of its records that it leaves open. */
async function sendBatch(input: SendInput, batch: readonly RecordWrite[]): Promise<Sent[]> {
  const { waitsMs = RETRY_WAITS_MS } = input;
  const sent = new Map<RecordWrite, Sent>();
  let open = [...batch];
  for (let tries = 0; open.length > 0; tries++) {
    const outcomes = await callHalving(input, open);
    const again: RecordWrite[] = [];
    for (const [at, write] of open.entries()) {
      const outcome = outcomes[at] ?? { kind: 'unknown' };
      const result = toSent(outcome);
      sent.set(write, result);
      if (result.kind === 'unknown' || (outcome.kind === 'refused' && outcome.mayRetry)) again.push(write);
    }
    const waitMs = waitsMs[tries];
    if (again.length === 0 || waitMs === undefined) break;
    await sleep(jittered(waitMs), undefined, { signal: input.api.signal });
    open = await lookFirst(input, again, sent);
  }
  return batch.map((write) => sent.get(write) ?? { kind: 'unknown', message: null });
}

function toSent(outcome: WriteOutcome): Sent {
  switch (outcome.kind) {
    case 'refused':
      return { kind: 'refused', refusal: outcome.refusal, isGone: outcome.isGone };
    case 'unknown':
      return { kind: 'unknown', message: null };
    default:
      return outcome;
  }
}

/** Before a create whose answer was lost is sent again, the CRM is asked whether it has the record. */
async function lookFirst(
  { vendor, api, recordType, keyField }: SendInput,
  writes: readonly RecordWrite[],
  sent: Map<RecordWrite, Sent>,
): Promise<RecordWrite[]> {
  const lost = writes.filter((write) => write.externalId === null && sent.get(write)?.kind === 'unknown');
  if (lost.length === 0) return [...writes];
  const found = new Map<string, string>();
  if (keyField !== null) {
    const keys = lost.map(({ recordId }) => recordId);
    const since = new Date(Date.now() - LOOK_BACK_MS);
    for (const [key, id] of await vendor.findByKey(api, recordType, keys, since)) found.set(key, id);
  } else {
    await sleep(vendor.findLagMs, undefined, { signal: api.signal });
    const values = lost.flatMap(({ matchValue }) => matchValue ?? []);
    const records = await vendor.find(api, recordType, values, { isMany: false, domainField: null });
    for (const { recordId, matchValue } of lost) {
      const [one] = records.get(matchValue ?? '') ?? [];
      if (one !== undefined) found.set(recordId, one.id);
    }
  }
  return writes.filter((write) => {
    const id = lost.includes(write) ? found.get(write.recordId) : undefined;
    // It was not there before we sent it.
    if (id !== undefined) sent.set(write, { kind: 'done', id, created: true });
    return id === undefined;
  });
}

/** More than all tries of one call take. */
const LOOK_BACK_MS = 10 * 60_000;

/** A call that is refused as a whole is made again with halves, down to the record that is to blame. */
async function callHalving(input: SendInput, batch: readonly RecordWrite[]): Promise<readonly WriteOutcome[]> {
  try {
    return await call(input, batch);
  } catch (error) {
    if (error instanceof OutcomeUnknown) return batch.map(() => ({ kind: 'unknown' }));
    if (!(error instanceof BatchRefused)) throw error;
    if (batch.length === 1) {
      return [{ kind: 'refused', refusal: error.refusal, mayRetry: false, isGone: false }];
    }
    const half = Math.ceil(batch.length / 2);
    const first = await callHalving(input, batch.slice(0, half));
    return [...first, ...(await callHalving(input, batch.slice(half)))];
  }
}

async function call(
  { vendor, api, recordType, keyField }: SendInput,
  batch: readonly RecordWrite[],
): Promise<readonly WriteOutcome[]> {
  const changed = batch.flatMap(({ externalId, values }) => (externalId === null ? [] : [{ id: externalId, values }]));
  try {
    if (changed.length > 0) return await vendor.update(api, recordType, changed);
    return await vendor.create(
      api,
      recordType,
      batch.map(({ recordId, values, accountId }) => ({
        key: keyField === null ? null : recordId,
        keyField,
        values,
        companyId: accountId,
      })),
    );
  } catch (error) {
    if (!(error instanceof VendorUnavailable)) throw error;
    const refusal = { code: 'UNAVAILABLE', field: null, message: error.message };
    return batch.map(() => ({ kind: 'refused', refusal, mayRetry: false, isGone: false }));
  }
}
