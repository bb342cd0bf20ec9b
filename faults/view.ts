import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Caller } from './caller.ts';

const PAGE = 100;
/** Data points whose statistics stand for the whole wide table. */
const DESCRIBED = 6;

/** What people see of a dataset. */
export interface View {
  readonly version: string;
  readonly companies: number;
  /** Over statistics of the wide table and pages of whole rows, without what tells when rows came. */
  readonly digest: string;
}

const account = z.object({
  datasetVersion: z.string(),
  companiesSchema: z.array(z.object({ fieldName: z.string() })),
});
const row = z.object({ __company_id: z.string() }).catchall(z.unknown());
const page = z.object({ companies: z.array(row), companiesCnt: z.number() });
const described = z.object({ recordsCount: z.number(), values: z.array(z.unknown()) }).catchall(z.unknown());
const HISTORY = new Set(['__added_at', '__updated_at', 'contacts_count']);

/**
 * Looks at the whole dataset through the API. Throws when a page misses rows, or parts of it contradict each other;
 * when a build swaps in the middle, it looks again.
 */
export async function lookAt(caller: Caller): Promise<View> {
  for (;;) {
    const before = await caller.ask('GET', '/app/client', undefined, account);
    const seen = await lookOnce(caller, before);
    const after = await caller.ask('GET', '/app/client', undefined, account);
    if (before.datasetVersion !== after.datasetVersion) continue;
    if ('problem' in seen) throw new Error(seen.problem);
    return { version: after.datasetVersion, ...seen };
  }
}

/** Ids of the first companies of the dataset, `pages` pages of them. */
export async function firstIds(caller: Caller, pages: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < pages; at++) {
    const { companies } = await searchById(caller, at * PAGE);
    ids.push(...companies.map((each) => each.__company_id));
  }
  return ids;
}

const searchById = (caller: Caller, offset: number) =>
  caller.ask(
    'POST',
    '/app/companies/search',
    { offset, limit: PAGE, sortby: '__company_id', sortdirection: 'asc', parts: ['companies'] },
    page,
  );

async function lookOnce(
  caller: Caller,
  { companiesSchema }: z.infer<typeof account>,
): Promise<{ companies: number; digest: string } | { problem: string }> {
  const hash = createHash('sha256');
  const first = await searchById(caller, 0);
  const companies = first.companiesCnt;
  const last = Math.max(0, companies - PAGE);
  for (const offset of [0, Math.floor(last / 3), Math.floor((2 * last) / 3), last]) {
    const { companies: rows, companiesCnt } = offset === 0 ? first : await searchById(caller, offset);
    const expected = Math.min(PAGE, companies - offset);
    if (companiesCnt !== companies || rows.length !== expected) {
      return { problem: `${rows.length} rows of ${expected} at ${offset}, count ${companiesCnt} after ${companies}` };
    }
    hash.update(
      JSON.stringify(
        rows.map((each) =>
          Object.entries(each)
            .filter(([key]) => !HISTORY.has(key))
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        ),
      ),
    );
  }
  const fields = companiesSchema.map(({ fieldName }) => fieldName).filter((name) => !name.startsWith('__'));
  for (const fieldName of fields.slice(0, DESCRIBED)) {
    const statistics = await caller.ask('POST', '/app/data/describe-field', { fieldName }, described);
    if (statistics.recordsCount !== companies)
      return { problem: `${fieldName} describes ${statistics.recordsCount} of ${companies} companies` };
    // Values of one frequency come in no particular order.
    const values = statistics.values.map((value) => JSON.stringify(value)).sort();
    hash.update(JSON.stringify({ ...statistics, values: values.length < 50 ? values : values.length }));
  }
  return { companies, digest: hash.digest('hex').slice(0, 16) };
}
