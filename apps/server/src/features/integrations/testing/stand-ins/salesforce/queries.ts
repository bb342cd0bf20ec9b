import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { OutsideContract } from '../stand-in.ts';
import { problem, refuse } from './problem.ts';
import type { ObjectType, SalesforceStandIn } from './salesforce-stand-in.ts';
import { fulfils, parseQuery, type Query } from './soql.ts';

const PAGE = 2_000;
const MAX_QUERY = 100_000;
const VERSION = '/services/data/v66.0';
const asked = z.strictObject({ q: z.string().max(MAX_QUERY) });
const composite = z.strictObject({
  allOrNone: z.boolean().optional(),
  compositeRequest: z
    .array(z.strictObject({ method: z.literal('GET'), url: z.string(), referenceId: z.string() }))
    .min(1)
    .max(5),
});

/** The calls that query records. */
export function addQueryCalls(salesforce: SalesforceStandIn): void {
  const { server } = salesforce;
  const cursors = new Map<string, { rows: readonly object[]; from: number }>();
  const pageOf = (rows: readonly object[], from: number) => {
    const isDone = from + PAGE >= rows.length;
    const page = { totalSize: rows.length, done: isDone, records: rows.slice(from, from + PAGE) };
    if (isDone) return page;
    const locator = `${randomUUID()}-${from + PAGE}`;
    cursors.set(locator, { rows, from: from + PAGE });
    return { ...page, nextRecordsUrl: `${VERSION}/query/${locator}` };
  };
  const answer = (soql: string, isAll: boolean) => pageOf(rowsOf(salesforce, parseQuery(soql), isAll), 0);

  server.app.get(`${VERSION}/query`, async ({ query }) => answer(server.accept(asked, query).q, false));
  server.app.get(`${VERSION}/queryAll`, async ({ query }) => answer(server.accept(asked, query).q, true));
  server.app.get<{ Params: { locator: string } }>(`${VERSION}/query/:locator`, async ({ params }) => {
    const cursor = cursors.get(params.locator);
    if (cursor === undefined) throw refuse(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
    return pageOf(cursor.rows, cursor.from);
  });
  server.app.post(`${VERSION}/composite`, async ({ body }) => ({
    compositeResponse: server.accept(composite, body).compositeRequest.map(({ url, referenceId }) => {
      const parsed = new URL(url, 'https://instance.test');
      const soql = parsed.searchParams.get('q') ?? '';
      if (!/\/query(?:All)?$/.test(parsed.pathname))
        throw new OutsideContract(`a part that asks for ${parsed.pathname}`);
      try {
        return { body: answer(soql, parsed.pathname.endsWith('queryAll')), httpStatusCode: 200, referenceId };
      } catch (error) {
        return { body: problem('INVALID_FIELD', String(error)), httpStatusCode: 400, referenceId };
      }
    }),
  }));
}

const TABLES: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  Organization: [{ Id: '00DA00000000001EAA', Name: 'Stand-in Inc.' }],
  User: [{ Id: '005A00000000001EAA', ProfileId: '00eA00000000001EAA' }],
  PermissionSet: [{ Id: '0PSA00000000001EAA', IsOwnedByProfile: true, ProfileId: '00eA00000000001EAA' }],
};

function rowsOf(salesforce: SalesforceStandIn, query: Query, isAll: boolean): object[] {
  const { from, fields, where, counted } = query;
  const table = TABLES[from];
  if (table !== undefined) {
    return table
      .filter((row) => fulfils((field) => row[field], where))
      .map((row) => ({
        attributes: { type: from },
        ...Object.fromEntries(fields.map((field) => [field, row[field] ?? null])),
      }));
  }
  if (from !== 'Account' && from !== 'Contact')
    throw refuse(400, 'INVALID_TYPE', `sObject type '${from}' is not supported.`);
  const type: ObjectType = from;
  for (const field of [...fields, ...namesIn(where)]) requireField(salesforce, type, field);
  const store = salesforce.storeOf(type);
  const records = (isAll ? store.all : store.live).filter((record) =>
    fulfils((field) => salesforce.valueOf(record, field), where),
  );
  if (counted !== null) {
    const groups = Map.groupBy(records, (record) => salesforce.valueOf(record, counted.by));
    return [...groups].map(([value, group]) => ({
      attributes: { type: 'AggregateResult' },
      [counted.by]: value,
      [counted.alias]: group.length,
    }));
  }
  return records.map((record) => ({
    attributes: { type },
    ...Object.fromEntries(fields.map((field) => [field, salesforce.valueOf(record, field)])),
  }));
}

/** A column that the user can't see is refused like one that doesn't exist. */
export function requireField(salesforce: SalesforceStandIn, type: ObjectType, name: string): void {
  if (salesforce.fields[type].get(name)?.isVisible === true) return;
  throw refuse(
    400,
    'INVALID_FIELD',
    `No such column '${name}' on entity '${type}'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name.`,
  );
}

function namesIn(condition: Query['where']): string[] {
  if (condition === null) return [];
  return 'parts' in condition ? condition.parts.flatMap(namesIn) : [condition.field];
}
