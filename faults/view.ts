import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Caller } from './caller.ts';

const PAGE = 100;
/** Number of data points whose statistics represent the whole wide table. */
const DESCRIBED = 6;

/** A dataset as seen through the API. */
export interface View {
  readonly version: string;
  readonly companies: number;
  /** Covers statistics of the wide table and pages of rows, but no times. */
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
 * Reads the dataset through the API. Throws if a page misses rows or parts are inconsistent; starts over if a build swaps
 * in the middle.
 */
export async function readView(caller: Caller): Promise<View> {
  for (;;) {
    const before = await caller.ask('GET', '/app/client', undefined, account);
    const view = await readOnce(caller, before);
    const after = await caller.ask('GET', '/app/client', undefined, account);
    if (before.datasetVersion !== after.datasetVersion) continue;
    if ('problem' in view) throw new Error(view.problem);
    return { version: after.datasetVersion, ...view };
  }
}

/** Ids of the companies on the first pages of the dataset. */
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

async function readOnce(
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
    // Values with the same frequency have no fixed order.
    const values = statistics.values.map((value) => JSON.stringify(value)).sort();
    hash.update(JSON.stringify({ ...statistics, values: values.length < 50 ? values : values.length }));
  }
  return { companies, digest: hash.digest('hex').slice(0, 16) };
}
