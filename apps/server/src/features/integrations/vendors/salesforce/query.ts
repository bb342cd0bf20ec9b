import { z } from 'zod';
import { batchesWithin } from '../batches.ts';
import type { VendorAnswer, VendorApi } from '../vendor.ts';
import { readAnswer } from './errors.ts';

/** Longer addresses are refused at 16,384 bytes. */
const MAX_ADDRESS = 12_000;

const row = z.looseObject({ Id: z.string().nullish() });
export type Row = z.infer<typeof row>;
const page = z.looseObject({ records: z.array(row), done: z.boolean(), nextRecordsUrl: z.string().nullish() });
const composite = z.looseObject({
  compositeResponse: z.array(z.looseObject({ body: z.unknown(), httpStatusCode: z.number() })),
});

/** The rows of a query, page by page. `all` also finds records in the bin. */
export async function* queryPages(
  api: VendorApi,
  data: string,
  soql: string,
  which: 'live' | 'all' = 'live',
): AsyncGenerator<readonly Row[]> {
  const first = `${data}/${which === 'live' ? 'query' : 'queryAll'}?${new URLSearchParams({ q: soql }).toString()}`;
  let next: string | null = first;
  while (next !== null) {
    const answer: VendorAnswer = await (next.length > MAX_ADDRESS ? sendInBody(api, data, next) : send(api, next));
    const { records, done, nextRecordsUrl } = readAnswer(page, answer);
    yield records;
    next = done ? null : (nextRecordsUrl ?? null);
  }
}

export async function queryAll(api: VendorApi, data: string, soql: string, which: 'live' | 'all' = 'live') {
  const rows: Row[] = [];
  for await (const records of queryPages(api, data, soql, which)) rows.push(...records);
  return rows;
}

const send = (api: VendorApi, path: string) => api.send({ method: 'GET', path, kind: 'read' });

/** A query that is too long for an address travels as part of another call. */
async function sendInBody(api: VendorApi, data: string, url: string) {
  const body = { compositeRequest: [{ method: 'GET', url, referenceId: 'query' }] };
  const answer = await api.send({ method: 'POST', path: `${data}/composite`, body, kind: 'read' });
  const [part] = readAnswer(composite, answer).compositeResponse;
  return { status: part?.httpStatusCode ?? 500, headers: answer.headers, body: part?.body };
}

/** A text as a literal of a query. */
export const literal = (text: string) => `'${escaped(text)}'`;

/** A literal that finds a text anywhere, with LIKE. */
export const containing = (text: string) => `'%${escaped(text).replace(/[%_]/g, '\\$&')}%'`;

const escaped = (text: string) =>
  text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');

/** Literals for lists of queries, as many at a time as fit into an address. */
export function* literalsWithin(values: readonly string[]): Generator<string> {
  const literals = [...new Set(values)].map(literal);
  for (const batch of batchesWithin(literals, MAX_ADDRESS / 2, (text) => encodeURIComponent(text).length + 3)) {
    yield batch.join(',');
  }
}
