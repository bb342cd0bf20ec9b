import type { RecordType } from '@quarry/contracts';
import { z } from 'zod';
import {
  BatchRefused,
  type ChangedRecord,
  type NewRecord,
  type RecordIdentity,
  type VendorAnswer,
  type VendorApi,
  type WriteOutcome,
} from '../vendor.ts';
import { objectOf } from './describe.ts';
import { outcomeOf, readRefusal } from './errors.ts';
import { findSurvivors, read } from './find.ts';

const written = z.array(
  z.looseObject({
    id: z.string().nullish(),
    success: z.boolean(),
    created: z.boolean().nullish(),
    errors: z.unknown(),
  }),
);

/** A contact must have a last name. */
export function identify(record: RecordIdentity): Readonly<Record<string, unknown>> {
  if (record.recordType === 'company') return { Name: record.name, Website: record.domain };
  const { firstName, lastName, email } = record;
  return lastName === ''
    ? { LastName: firstName === '' ? email : firstName, Email: email }
    : { FirstName: firstName === '' ? undefined : firstName, LastName: lastName, Email: email };
}

export async function create(api: VendorApi, data: string, recordType: RecordType, items: readonly NewRecord[]) {
  const type = objectOf(recordType);
  // All items of an integration have a key, or none has.
  const keyField = items[0]?.keyField ?? null;
  const records = items.map(({ key, values, companyId }) => ({
    attributes: { type },
    ...withoutNothing(values),
    ...(keyField === null ? {} : { [keyField]: key }),
    ...(companyId === null ? {} : { AccountId: companyId }),
  }));
  const answer = await api.send(
    keyField === null
      ? { method: 'POST', path: `${data}/composite/sobjects`, body: { allOrNone: false, records }, kind: 'create' }
      : {
          method: 'PATCH',
          path: `${data}/composite/sobjects/${type}/${keyField}`,
          body: { allOrNone: false, records },
          kind: 'write',
        },
  );
  return outcomesOf(answer, items.length, { keyField, isCreate: keyField === null });
}

export async function update(api: VendorApi, data: string, recordType: RecordType, items: readonly ChangedRecord[]) {
  const type = objectOf(recordType);
  const answer = await api.send({
    method: 'PATCH',
    path: `${data}/composite/sobjects`,
    body: {
      allOrNone: false,
      records: items.map(({ id, values }) => ({ attributes: { type }, id, ...withoutNothing(values) })),
    },
    kind: 'write',
  });
  const outcomes = outcomesOf(answer, items.length);
  return followMerged(api, data, recordType, items, outcomes);
}

/** Of records that are gone, those that were merged lead to the record that took their place. */
async function followMerged(
  api: VendorApi,
  data: string,
  recordType: RecordType,
  items: readonly ChangedRecord[],
  outcomes: readonly WriteOutcome[],
): Promise<WriteOutcome[]> {
  const suspects = items.filter((_, at) => isPerhapsGone(outcomes[at])).map(({ id }) => id);
  if (suspects.length === 0) return [...outcomes];
  const survivors = await findSurvivors(api, data, recordType, suspects);
  // An id that the bin no longer knows is refused like a reference to another record that doesn't exist.
  const live = await read(api, data, recordType, suspects, []);
  return outcomes.map((outcome, at): WriteOutcome => {
    const id = items[at]?.id ?? '';
    if (outcome.kind !== 'refused' || !suspects.includes(id)) return outcome;
    const survivor = survivors.get(id);
    if (survivor !== undefined && live.get(id)) return { kind: 'exists', id: survivor };
    if (live.get(id)) return outcome;
    return { ...outcome, refusal: { ...outcome.refusal, code: 'ENTITY_IS_DELETED' }, isGone: true };
  });
}

const isPerhapsGone = (outcome: WriteOutcome | undefined) =>
  outcome?.kind === 'refused' &&
  (outcome.isGone || (outcome.refusal.code === 'INVALID_CROSS_REFERENCE_KEY' && outcome.refusal.field === null));

export async function archive(api: VendorApi, data: string, ids: readonly string[]): Promise<WriteOutcome[]> {
  const query = new URLSearchParams({ ids: ids.join(','), allOrNone: 'false' });
  const answer = await api.send({
    method: 'DELETE',
    path: `${data}/composite/sobjects?${query.toString()}`,
    kind: 'write',
  });
  const outcomes = outcomesOf(answer, ids.length);
  // What is in the bin already has been archived.
  return outcomes.map((outcome, at) =>
    outcome.kind === 'refused' && outcome.isGone ? { kind: 'done', id: ids[at] ?? '', created: false } : outcome,
  );
}

/** Results come in the order of the records, also those that failed. */
function outcomesOf(
  answer: VendorAnswer,
  count: number,
  { keyField, isCreate }: { keyField: string | null; isCreate: boolean } = { keyField: null, isCreate: false },
): WriteOutcome[] {
  if (answer.status >= 400) throw new BatchRefused(readRefusal(answer.body));
  const results = written.catch([]).parse(answer.body);
  return Array.from({ length: count }, (_, at): WriteOutcome => {
    const result = results[at];
    if (result === undefined) return { kind: 'unknown' };
    if (!result.success) return outcomeOf(result.errors, keyField);
    return result.id ? { kind: 'done', id: result.id, created: result.created ?? isCreate } : { kind: 'unknown' };
  });
}

const withoutNothing = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
