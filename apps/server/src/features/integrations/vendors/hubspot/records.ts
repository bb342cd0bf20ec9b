import { z } from 'zod';
import { batchesOf } from '../batches.ts';
import { plainText } from '../plain-text.ts';
import { BatchRefused, type Vendor, type VendorAnswer, VendorRefusal, type WriteOutcome } from '../vendor.ts';
import { objectTypeOf } from './describe.ts';
import { outcomeOf, readProblem } from './errors.ts';
import { paths } from './version.ts';

/** HubSpot takes 2,000. */
const ASSOCIATIONS_PER_CALL = 1_000;

const id = z.union([z.string(), z.number()]).transform(String);
const written = z.looseObject({
  results: z
    .array(z.looseObject({ id, new: z.boolean().nullish(), objectWriteTraceId: z.string().nullish() }))
    .nullish(),
  errors: z.array(z.unknown()).nullish(),
});

export const identify: Vendor['identify'] = (record) =>
  record.recordType === 'company'
    ? { name: record.name, domain: record.domain }
    : { firstname: record.firstName, lastname: record.lastName, email: record.email };

export const create: Vendor['create'] = async (api, recordType, items) => {
  const path = `${paths.objects(objectTypeOf(recordType))}/batch`;
  // All items of an integration have a key, or none has.
  const keyField = items[0]?.keyField ?? null;
  const answer = await api.send(
    keyField === null
      ? {
          method: 'POST',
          path: `${path}/create`,
          body: {
            inputs: items.map(({ values }, at) => ({
              properties: propertiesOf(values),
              associations: [],
              objectWriteTraceId: String(at),
            })),
          },
          kind: 'create',
        }
      : {
          method: 'POST',
          path: `${path}/upsert`,
          body: {
            inputs: items.map(({ key, values }, at) => ({
              id: key ?? '',
              idProperty: keyField,
              properties: propertiesOf(values),
              objectWriteTraceId: String(at),
            })),
          },
          kind: 'write',
        },
  );
  return outcomesOf(answer, items.length, { isCreate: keyField === null, ids: [] });
};

export const update: Vendor['update'] = async (api, recordType, items) => {
  const answer = await api.send({
    method: 'POST',
    path: `${paths.objects(objectTypeOf(recordType))}/batch/update`,
    body: {
      inputs: items.map((item, at) => ({
        id: item.id,
        properties: propertiesOf(item.values),
        objectWriteTraceId: String(at),
      })),
    },
    kind: 'write',
  });
  return outcomesOf(answer, items.length, { isCreate: false, ids: items.map((item) => item.id) });
};

/** What became of each item. HubSpot names items by their trace ids, and those it can't find by their record ids. */
function outcomesOf(
  answer: VendorAnswer,
  count: number,
  { isCreate, ids }: { isCreate: boolean; ids: readonly string[] },
): WriteOutcome[] {
  const outcomes = Array.from({ length: count }, (): WriteOutcome => ({ kind: 'unknown' }));
  if (answer.status >= 400) throw new BatchRefused(readProblem(answer.body).refusal);
  const { results, errors } = written.catch({}).parse(answer.body);
  for (const result of results ?? []) {
    const at = result.objectWriteTraceId === undefined ? ids.indexOf(result.id) : Number(result.objectWriteTraceId);
    if (at in outcomes) outcomes[at] = { kind: 'done', id: result.id, created: result.new ?? isCreate };
  }
  for (const error of errors ?? []) {
    const problem = readProblem(error);
    for (const at of [...problem.traceIds.map(Number), ...problem.recordIds.map((gone) => ids.indexOf(gone))]) {
      if (at in outcomes) outcomes[at] = outcomeOf(problem);
    }
  }
  return outcomes;
}

/** Every value is a text; the empty one clears. */
function propertiesOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, plainText(value)]),
  );
}

const associated = z.looseObject({
  results: z.array(z.looseObject({ from: z.looseObject({ id }), to: z.looseObject({ id }) })).nullish(),
  errors: z.array(z.unknown()).nullish(),
});

export const associate: Vendor['associate'] = async (api, pairs) => {
  const outcomes: WriteOutcome[] = [];
  for (const batch of batchesOf(pairs, ASSOCIATIONS_PER_CALL)) {
    const answer = await api.send({
      method: 'POST',
      path: paths.associations,
      body: { inputs: batch.map(({ contactId, companyId }) => ({ from: { id: contactId }, to: { id: companyId } })) },
      kind: 'write',
    });
    if (answer.status >= 400) throw new VendorRefusal(readProblem(answer.body).refusal);
    const { results, errors } = associated.catch({}).parse(answer.body);
    const done = new Set((results ?? []).map(({ from, to }) => `${from.id} ${to.id}`));
    const problems = (errors ?? []).map(readProblem);
    for (const { contactId, companyId } of batch) {
      const problem = problems.find(({ recordIds }) => recordIds.includes(contactId) || recordIds.includes(companyId));
      if (done.has(`${contactId} ${companyId}`)) outcomes.push({ kind: 'done', id: contactId, created: false });
      else outcomes.push(problem === undefined ? { kind: 'unknown' } : outcomeOf(problem));
    }
  }
  return outcomes;
};

export const archive: Vendor['archive'] = async (api, recordType, ids) => {
  const answer = await api.send({
    method: 'POST',
    path: `${paths.objects(objectTypeOf(recordType))}/batch/archive`,
    body: { inputs: ids.map((id) => ({ id })) },
    kind: 'write',
  });
  if (answer.status >= 400) throw new VendorRefusal(readProblem(answer.body).refusal);
  return ids.map((id) => ({ kind: 'done', id, created: false }));
};
