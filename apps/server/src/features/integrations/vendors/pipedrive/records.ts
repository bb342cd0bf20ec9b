import type { RecordType } from '@quarry/contracts';
import { z } from 'zod';
import { plainText } from '../plain-text.ts';
import type { RecordIdentity, Vendor, VendorAnswer, VendorApi, WriteOutcome } from '../vendor.ts';
import { outcomeOf, readAnswer } from './errors.ts';
import { isCustom, LISTED } from './field-type.ts';
import { record, recordsPath } from './find.ts';
import { COST } from './limits.ts';

type Values = Readonly<Record<string, unknown>>;

export function identify(identity: RecordIdentity): Values {
  if (identity.recordType === 'company') return { name: identity.name, website: identity.domain };
  const { firstName, lastName, email } = identity;
  const name = `${firstName} ${lastName}`.trim();
  return { name: name === '' ? email : name, emails: email };
}

export const create: Vendor['create'] = async (api, recordType, items) => {
  const outcomes: WriteOutcome[] = [];
  for (const { key, keyField, values, companyId } of items) {
    const all = { ...values, ...(keyField === null ? {} : { [keyField]: key }) };
    const answer = await api.send({
      method: 'POST',
      path: recordsPath(recordType),
      body: { ...bodyOf(all), ...(companyId === null ? {} : { org_id: Number(companyId) }) },
      cost: COST.write,
      kind: 'create',
    });
    outcomes.push(writtenOf(answer, recordType, true));
  }
  return outcomes;
};

export const update: Vendor['update'] = async (api, recordType, items) => {
  const outcomes: WriteOutcome[] = [];
  for (const { id, values } of items) {
    const answer = await api.send({
      method: 'PATCH',
      path: `${recordsPath(recordType)}/${encodeURIComponent(id)}`,
      body: bodyOf(await withOthers(api, recordType, id, values)),
      cost: COST.write,
      kind: 'write',
    });
    outcomes.push(writtenOf(answer, recordType, false));
  }
  return outcomes;
};

const written = z.looseObject({ data: record });

function writtenOf(answer: VendorAnswer, recordType: RecordType, created: boolean): WriteOutcome {
  if (answer.status >= 400) return outcomeOf(answer, recordType);
  const read = written.safeParse(answer.body);
  return read.success ? { kind: 'done', id: read.data.data.id, created } : { kind: 'unknown' };
}

/** A new e-mail address or number of a person becomes the primary one and keeps the others. */
async function withOthers(api: VendorApi, recordType: RecordType, id: string, values: Values): Promise<Values> {
  const names = Object.keys(values).filter((name) => LISTED.has(name) && typeof values[name] === 'string');
  if (recordType === 'company' || names.length === 0) return values;
  const path = `${recordsPath(recordType)}/${encodeURIComponent(id)}`;
  const answer = await api.send({ method: 'GET', path, cost: COST.one, kind: 'read' });
  // The update finds out itself that the person is gone.
  if (answer.status === 404 || answer.status === 410) return values;
  const person = readAnswer(written, answer).data;
  const merged = names.map((name): [string, unknown] => {
    const text = plainText(values[name]);
    const others = entriesOf(person[name]).filter(({ value }) => value.toLowerCase() !== text.toLowerCase());
    return [name, [primary(text), ...others.map((other) => ({ ...other, primary: false }))]];
  });
  return { ...values, ...Object.fromEntries(merged) };
}

const entries = z.array(z.looseObject({ value: z.string(), label: z.string().optional() })).catch([]);
const entriesOf = (value: unknown) => entries.parse(value ?? []);

const primary = (value: string) => ({ value, primary: true, label: 'work' });

/** A request's body: customers' fields stand apart from Pipedrive's own. */
function bodyOf(values: Values): Record<string, unknown> {
  const own: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (isCustom(name)) custom[name] = value;
    else if (LISTED.has(name)) own[name] = typeof value === 'string' ? [primary(value)] : (value ?? []);
    else own[name] = value;
  }
  return Object.keys(custom).length === 0 ? own : { ...own, custom_fields: custom };
}

export const archive: Vendor['archive'] = async (api, recordType, ids) => {
  const outcomes: WriteOutcome[] = [];
  for (const id of ids) {
    const answer = await api.send({
      method: 'DELETE',
      path: `${recordsPath(recordType)}/${encodeURIComponent(id)}`,
      cost: COST.remove,
      kind: 'write',
    });
    const outcome: WriteOutcome =
      answer.status >= 400 ? outcomeOf(answer, recordType) : { kind: 'done', id, created: false };
    outcomes.push(outcome.kind === 'refused' && outcome.isGone ? { kind: 'done', id, created: false } : outcome);
  }
  return outcomes;
};
