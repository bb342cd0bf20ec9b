import { setTimeout as sleep } from 'node:timers/promises';
import { sql, text } from '@quarry/clickhouse';
import {
  type CallOf,
  type DataBlockConfig,
  type MarketPreviewResult,
  readMarketPreview,
  startMarketPreview,
} from '@quarry/contracts';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

/** Jobs with a keyword in their title, open and closed. */
export const engineers: DataBlockConfig = {
  configId: 'engineers',
  blockName: 'jobs',
  label: 'Engineering jobs',
  config: { onlyOpenJobs: false, titleKeywords: ['engineer'] },
};
/** `country`, `hiring` and `titled` match the same companies as the statement in `openPreviewWorld`. */
export const country: FilterRule = {
  id: 'place',
  field: 'firmographics/country',
  operator: 'isOneOf',
  value: ['us', 'GB'],
};
export const hiring: FilterRule = {
  id: 'hiring',
  field: 'jobs/count',
  configId: 'engineers',
  operator: 'gte',
  value: 1,
};
export const titled: FilterRule = { id: 'titled', field: 'jobs/titles#engineers', operator: 'exists' };
/** A group that requires all rules. */
export const all = (...rules: FilterGroup['rules']): FilterGroup => ({ id: 'root', combinator: 'and', rules });
/** The input of most tests. */
export const sampleInput = { marketCriteria: all(country, hiring, titled), dynamicDataBlockConfigs: [engineers] };

const matchRow = z.object({ id: z.string(), name: z.string(), jobs: z.number(), isMember: z.boolean() });

/** A server over a universe in which some companies match `sampleInput`. */
export interface PreviewWorld {
  readonly server: TestServer;
  /** Its account's dataset has the companies with three employees or more. */
  readonly ours: Caller;
  /** Its account has no dataset. */
  readonly theirs: Caller;
  /** The companies that match `sampleInput`, found by a separate statement. */
  readonly matches: readonly z.infer<typeof matchRow>[];
  /** Polls a preview until it ends. */
  waitForPreview(token: string, caller?: Caller): Promise<z.infer<typeof readMarketPreview.output>>;
  /** Runs a preview; throws unless it succeeds. */
  preview(input: CallOf<typeof startMarketPreview>, caller?: Caller): Promise<MarketPreviewResult>;
  /** Replaces the companies that our account excludes. */
  exclude(companyIds: string[]): Promise<unknown>;
}

export async function openPreviewWorld(): Promise<PreviewWorld> {
  const server = await startTestServer();
  const { platform } = server;
  const { id: oursId } = await buildTestDataset(platform, { name: 'ours', companies: 3_000 });
  const theirsId = await createTestClient(platform, 'theirs');
  const one = await signedInPerson(platform, { memberOf: { [oursId]: ['USER'] } });
  const other = await signedInPerson(platform, { memberOf: { [theirsId]: ['USER'] } });
  const ours: Caller = { token: one.token, client: 'ours' };
  const matches = await platform.warehouse.rows(
    sql`SELECT toString(company_id) AS id, name, toUInt32(matching) AS jobs,
        toBool(coalesce(employee_count, 0) >= 3) AS isMember
      FROM (SELECT * FROM universe.companies FINAL WHERE ${mandatoryRules()}) AS company
      INNER JOIN (SELECT company_id, countIf(match(lower(title), ${text('(^|[^a-z0-9])engineer($|[^a-z0-9+#])')})) AS matching
        FROM universe.jobs FINAL GROUP BY company_id) AS job ON job.company_id = company.company_id
      WHERE country IN ('US', 'GB') AND matching > 0`,
    matchRow,
  );
  const waitForPreview: PreviewWorld['waitForPreview'] = async (token, caller = ours) => {
    for (let round = 0; round < 1_500; round++) {
      const state = await server.call(readMarketPreview, { token }, caller);
      if (state.status !== 'RUNNING') return state;
      await sleep(20);
    }
    throw new Error('The preview did not end');
  };
  return {
    server,
    ours,
    theirs: { token: other.token, client: 'theirs' },
    matches,
    waitForPreview,
    async preview(input, caller = ours) {
      const { token } = await server.call(startMarketPreview, input, caller);
      const state = await waitForPreview(token, caller);
      if (state.output === null) throw new Error(`The preview ended as ${state.status}: ${state.error}`);
      return state.output.result;
    },
    exclude: (excludeCompanyIds) =>
      platform.db.asSystem((tx) => tx.update(clients).set({ excludeCompanyIds }).where(eq(clients.id, oursId))),
  };
}
