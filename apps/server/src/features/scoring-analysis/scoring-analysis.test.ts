import {
  analysisResults,
  createAnalysisReport,
  deleteAnalysisReport,
  describeAnalysisReport,
  getAnalysisReport,
  listAnalysisReports,
  searchCompanies,
  updateAnalysisReport,
} from '@quarry/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { untilCalculated } from './testing/until-calculated.ts';

let server: TestServer;
let caller: Caller;
let domains: string[];

const create = async (inputs: Record<string, unknown>, name = 'Report') =>
  (await server.call(createAnalysisReport, { name, inputs } as never, caller)).item;
const calculated = async (inputs: Record<string, unknown>) =>
  untilCalculated(server, caller, (await create(inputs)).id);

beforeAll(async () => {
  server = await startTestServer();
  const ours = await buildTestDataset(server.platform, { name: 'ours', companies: 400 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER'] } });
  caller = { token, client: ours.name };
  const { companies } = await server.call(searchCompanies, { limit: 100, parts: ['companies'] }, caller);
  domains = companies.map(({ __domain }) => __domain);
}, 120_000);
afterAll(() => server.close());

test('smoke', async () => {
  const report = await calculated({ goodDomains: domains.slice(0, 40) });
  console.log(report.status, report.error, report.results?.scores.length, JSON.stringify(report.results?.holdOut));
  for (const g of report.results?.scores.slice(0, 8) ?? [])
    console.log(
      g.displayName,
      g.weight.toFixed(2),
      g.findings
        .slice(0, 3)
        .map((f) => `${f.value} ${f.goodCount}/${f.badCount} ${f.score.toFixed(1)} ${f.isSignificant}`)
        .join(' | '),
    );
  expect(report.status).toBe('Processed');
});
