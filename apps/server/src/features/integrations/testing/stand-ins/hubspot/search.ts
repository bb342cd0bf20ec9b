import { z } from 'zod';
import { plainText } from '../../../vendors/plain-text.ts';
import type { StandInRecord } from '../records.ts';
import { Refused } from '../stand-in.ts';
import type { HubspotStandIn } from './hubspot-stand-in.ts';
import { shown } from './objects.ts';
import { problem } from './problem.ts';

const MAX_RESULTS = 10_000;
const MAX_BODY = 3_000;
const MAX_FILTERS = 18;

const filter = z.strictObject({
  propertyName: z.string(),
  operator: z.enum([
    'EQ',
    'NEQ',
    'GT',
    'GTE',
    'LT',
    'LTE',
    'IN',
    'NOT_IN',
    'HAS_PROPERTY',
    'NOT_HAS_PROPERTY',
    'CONTAINS_TOKEN',
  ]),
  value: z.string().optional(),
  values: z.array(z.string()).optional(),
});
const search = z.strictObject({
  filterGroups: z.array(z.strictObject({ filters: z.array(filter).max(6) })).max(5),
  properties: z.array(z.string()),
  sorts: z.array(z.strictObject({ propertyName: z.string(), direction: z.enum(['ASCENDING', 'DESCENDING']) })).max(1),
  limit: z.number().int().min(1).max(200),
  after: z.string().optional(),
  query: z.string().optional(),
});
const place = z.object({ type: z.enum(['companies', 'contacts']) });

/** Searches, which only know records as they were a few moments ago. */
export function addSearch(hubspot: HubspotStandIn): void {
  const { server } = hubspot;
  server.app.post('/crm/objects/2026-09/:type/search', async ({ params, body }) => {
    const { type } = server.accept(place, params);
    const { filterGroups, properties, sorts, limit, after = '0' } = server.accept(search, body);
    const refuse = (message: string) => {
      server.contractViolations.push(`search: ${message}`);
      return new Refused(400, problem('VALIDATION_ERROR', message));
    };
    if (JSON.stringify(body).length > MAX_BODY) throw refuse('The body is too long');
    if (filterGroups.flatMap(({ filters }) => filters).length > MAX_FILTERS) throw refuse('Too many filters');
    const isUpperCase = ({ operator, values }: z.infer<typeof filter>) =>
      operator === 'IN' && values?.some((value) => value !== value.toLowerCase()) === true;
    if (filterGroups.some(({ filters }) => filters.some(isUpperCase))) throw refuse('IN needs values in lower case');
    const from = Number(after);
    if (from + limit > MAX_RESULTS) throw refuse('No more than 10,000 results');
    const indexedUntil = Date.now() - hubspot.searchLagMs;
    const found = hubspot[type].live.filter(
      (record) =>
        record.updatedAt.getTime() <= indexedUntil &&
        (filterGroups.length === 0 || filterGroups.some(({ filters }) => filters.every((one) => matches(record, one)))),
    );
    const [sort] = sorts;
    if (sort !== undefined) {
      const sign = sort.direction === 'ASCENDING' ? 1 : -1;
      found.sort((a, b) => sign * compare(valueOf(a, sort.propertyName), valueOf(b, sort.propertyName)));
    }
    const next = from + limit < found.length ? { paging: { next: { after: String(from + limit) } } } : {};
    return {
      total: found.length,
      results: found.slice(from, from + limit).map((record) => shown(hubspot, type, record, properties)),
      ...next,
    };
  });
}

function matches(record: StandInRecord, { propertyName, operator, value = '', values = [] }: z.infer<typeof filter>) {
  const stored = valueOf(record, propertyName);
  const folded = stored.toLowerCase().split(';');
  switch (operator) {
    case 'EQ':
      return folded.includes(value.toLowerCase());
    case 'NEQ':
      return !folded.includes(value.toLowerCase());
    case 'IN':
      return folded.some((one) => one !== '' && values.includes(one));
    case 'NOT_IN':
      return !folded.some((one) => values.includes(one));
    case 'GT':
      return compare(stored, value) > 0;
    case 'GTE':
      return compare(stored, value) >= 0;
    case 'LT':
      return compare(stored, value) < 0;
    case 'LTE':
      return compare(stored, value) <= 0;
    case 'HAS_PROPERTY':
      return stored !== '';
    case 'NOT_HAS_PROPERTY':
      return stored === '';
    case 'CONTAINS_TOKEN':
      return stored.toLowerCase().includes(value.toLowerCase().replaceAll('*', ''));
  }
}

function valueOf(record: StandInRecord, name: string): string {
  if (name === 'hs_object_id') return record.id;
  if (name === 'createdate') return String(record.createdAt.getTime());
  if (name === 'hs_lastmodifieddate' || name === 'lastmodifieddate') return String(record.updatedAt.getTime());
  return plainText(record.values[name]);
}

const compare = (a: string, b: string) => Number(a) - Number(b);
