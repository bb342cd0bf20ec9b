import {
  type AnalysisReport,
  createAnalysisReport,
  deleteAnalysisReport,
  describeAnalysisReport,
  excludeCompanies,
  getAnalysisReport,
  getExport,
  listAnalysisReports,
  searchCompanies,
  startExport,
  updateAnalysisReport,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { analysisReports } from '@quarry/postgres/tables/scoring-analysis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partsOf } from '#server/features/exports/export.ts';
import { readStrictCsv } from '#server/features/exports/testing/exports-world.ts';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { untilCalculated } from './testing/until-calculated.ts';

type Inputs = Partial<AnalysisReport['inputs']>;
let server: TestServer;
let caller: Caller;
/** Of the largest companies, by employees. */
let domains: string[];
let total: number;

const create = async (inputs: Inputs, name = 'Report') =>
  (await server.call(createAnalysisReport, { name, inputs: { goodDomains: [], ...inputs } }, caller)).item;
const calculated = async (inputs: Inputs) => untilCalculated(server, caller, (await create(inputs)).id);
const idOf = ({ id }: { id: string }) => ({ scoringAnalysisReportId: id });

beforeAll(async () => {
  server = await startTestServer();
  const ours = await buildTestDataset(server.platform, { name: 'ours', companies: 400 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER', 'ADMIN'] } });
  caller = { token, client: ours.name };
  const input = { limit: 100, sortby: 'employee_count', parts: ['companies' as const] };
  const { companies, companiesCnt } = await server.call(searchCompanies, input, caller);
  domains = companies.map(({ __domain }) => __domain);
  total = companiesCnt;
}, 120_000);
afterAll(() => server.close());

describe('a report', () => {
  test('compares the largest companies with all others: employees set them apart', async () => {
    const created = await create({ goodDomains: domains.slice(0, 40) }, '  Largest  ');
    expect(created).toMatchObject({ name: 'Largest', status: 'Calculating', progress: 0, error: null, results: null });
    const report = await untilCalculated(server, caller, created.id);
    expect(report).toMatchObject({ status: 'Processed', progress: 1, inputs: { name: 'Largest', mode: 'vsAll' } });
    const { results } = report;
    expect(results).toMatchObject({ goodSetSize: 40, otherSetSize: total - 40, goodDomainsNotFound: [] });
    const [first] = results?.scores ?? [];
    expect(['employee_count', 'employee_range']).toContain(first?.fieldName);
    expect(first).toMatchObject({
      isImpactful: true,
      findings: expect.arrayContaining([expect.objectContaining({ isOnByDefault: true })]),
    });
    const employees = results?.scores.find(({ fieldName }) => fieldName === 'employee_count');
    expect(employees?.findings[0]).toMatchObject({ rule: { operator: 'lt' }, goodCount: 0 });
    expect(employees?.findings.at(-1)).toMatchObject({ rule: { operator: 'gte' }, isSignificant: true });
    expect(employees?.findings.at(-1)?.score).toBeGreaterThan(3);
    // The rules were made from other targets, which are large too.
    expect(results?.holdOut).toMatchObject({ targets: 8 });
    expect(results?.holdOut?.auc).toBeGreaterThan(0.9);
    expect(results?.holdOut?.lift.reduce((sum, { targetShare }) => sum + targetShare, 0)).toBeCloseTo(1);

    const { summary } = await server.call(describeAnalysisReport, idOf(report), caller);
    expect(summary).toContain(`Compares 40 target companies with all other companies in the dataset (${total - 40}).`);
    expect(summary).toMatch(/- Employees: .* of targets, .* of others/);
    const { items } = await server.call(listAnalysisReports, {}, caller);
    expect(items[0]).toMatchObject({ id: report.id, name: 'Largest', mode: 'vsAll', goodDomainsCount: 40 });
  });

  test('is the same for the same companies', async () => {
    const inputs = { goodDomains: domains.slice(0, 30) };
    const [one, other] = [await calculated(inputs), await calculated({ goodDomains: inputs.goodDomains.toReversed() })];
    expect(other.results?.scores).toEqual(one.results?.scores);
    expect(other.results?.holdOut).toEqual(one.results?.holdOut);
  });

  test('finds pasted addresses once, and names the domains that the dataset lacks', async () => {
    const [first = '', second = ''] = domains;
    const goodDomains = [
      first,
      ` https://www.${first}/about?x=1 `,
      `careers.${second}`,
      'unknown.test',
      'not a domain',
      ' ',
    ];
    const report = await calculated({ goodDomains, otherDomains: ['ignored.test'] });
    expect(report.results).toMatchObject({
      goodSetSize: 2,
      otherSetSize: total - 2,
      goodDomainsFound: [first, `careers.${second}`],
      goodDomainsNotFound: ['unknown.test', 'not a domain'],
      otherDomainsFound: [],
      otherDomainsNotFound: [],
      holdOut: null,
    });
  });

  test('counts companies on both lists as targets', async () => {
    const report = await calculated({
      goodDomains: domains.slice(0, 30),
      otherDomains: domains.slice(20, 60),
      mode: 'vsOther',
    });
    expect(report.results).toMatchObject({ goodSetSize: 30, otherSetSize: 30 });
    expect(report.results?.otherDomainsFound).toHaveLength(40);
    expect(report.results?.holdOut).toMatchObject({ targets: 6, others: 6 });
  });

  test.each<[string, () => Inputs, string]>([
    ['no target is found', () => ({ goodDomains: ['unknown.test'] }), 'None of the target domains is in your dataset'],
    [
      'no other is found',
      () => ({ goodDomains: domains.slice(0, 5), otherDomains: ['unknown.test'], mode: 'vsOther' }),
      'None of the other domains is in your dataset',
    ],
    [
      'all others are targets',
      () => ({ goodDomains: domains.slice(0, 5), otherDomains: domains.slice(0, 2), mode: 'vsOther' }),
      'All other domains in your dataset are target domains too',
    ],
  ])('has an error if %s', async (_case, inputs, error) => {
    const report = await calculated(inputs());
    expect(report).toMatchObject({ status: 'Error', error, results: null });
    const { status, body } = await server.refused(describeAnalysisReport, idOf(report), caller);
    expect([status, body.message]).toEqual([409, 'There was an error calculating this report']);
  });

  test.each([
    [{ name: ' ', inputs: { goodDomains: ['a.com'] } }, 'Please provide a name for the report'],
    [{ name: 'x'.repeat(256), inputs: { goodDomains: ['a.com'] } }, 'A name can have at most 255 characters'],
    [{ name: 'No target', inputs: { goodDomains: [' ', ''] } }, 'Please provide at least one target domain'],
    [
      { name: 'No other', inputs: { goodDomains: ['a.com'], otherDomains: [''], mode: 'vsOther' } },
      'Please provide at least one other domain',
    ],
    [
      { name: 'Many', inputs: { goodDomains: Array.from({ length: 10_001 }, (_each, at) => `a${at}.com`) } },
      'Too many domains',
    ],
  ])('is refused: %#', async (input, message) => {
    const { status, body } = await server.refused(createAnalysisReport, input, caller);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(message);
  });

  test('is calculated again for other inputs, not for another name', async () => {
    const report = await calculated({ goodDomains: domains.slice(0, 10) });
    const save = (name: string, goodDomains: string[]) =>
      server.call(updateAnalysisReport, { ...idOf(report), name, inputs: { goodDomains } }, caller);
    const renamed = await save('Renamed', domains.slice(0, 10));
    expect(renamed.item).toMatchObject({ status: 'Processed', name: 'Renamed', results: report.results });
    // The first of these may still wait or run; the last inputs win.
    for (const size of [11, 12, 13])
      expect((await save('Again', domains.slice(0, size))).item.status).toBe('Calculating');
    expect((await untilCalculated(server, caller, report.id)).results?.goodSetSize).toBe(13);
  });

  test('is calculated again after an error, when saved as it is', async () => {
    const report = await calculated({ goodDomains: ['unknown.test'] });
    const { item } = await server.call(
      updateAnalysisReport,
      { ...idOf(report), name: 'Again', inputs: { goodDomains: ['unknown.test'] } },
      caller,
    );
    expect(item.status).toBe('Calculating');
    expect((await untilCalculated(server, caller, report.id)).status).toBe('Error');
  });

  test('belongs to its account, and ends with its deletion', async () => {
    const report = await create({ goodDomains: domains.slice(0, 10) });
    const theirs = await createTestClient(server.platform, 'theirs');
    const stranger = await signedInPerson(server.platform, { memberOf: { [theirs]: ['USER'] } });
    const other = { token: stranger.token, client: 'theirs' };
    for (const endpoint of [getAnalysisReport, deleteAnalysisReport, describeAnalysisReport]) {
      expect((await server.refused(endpoint, idOf(report), other)).status).toBe(404);
    }
    expect((await server.call(listAnalysisReports, {}, other)).items).toEqual([]);
    const unbuilt = { name: 'Early', inputs: { goodDomains: ['a.com'] } };
    expect((await server.refused(createAnalysisReport, unbuilt, other)).body.errorCode).toBe('DATASET_NOT_BUILT');
    await server.call(deleteAnalysisReport, idOf(report), caller);
    expect((await server.refused(getAnalysisReport, idOf(report), caller)).status).toBe(404);
  });

  test('shows the error of a calculation that died', async () => {
    const report = await calculated({ goodDomains: domains.slice(0, 10) });
    await server.platform.db.asSystem((tx) =>
      tx.update(analysisReports).set({ status: 'Calculating', jobId: null }).where(eq(analysisReports.id, report.id)),
    );
    expect((await server.call(getAnalysisReport, idOf(report), caller)).item).toMatchObject({
      status: 'Error',
      error: 'An internal error ended the calculation.',
    });
  });
});

test('an export has all findings, in the order of the report', async () => {
  const report = await calculated({ goodDomains: domains.slice(0, 40) });
  const request = { exportType: 'SCORING_ANALYSIS' as const, exportConfig: { scoringAnalysisReportId: report.id } };
  const { export: started } = await server.call(startExport, request, caller);
  // What was requested is exported, whatever becomes of the report.
  await server.call(deleteAnalysisReport, idOf(report), caller);
  await expect
    .poll(async () => (await server.call(getExport, { id: started.id }, caller)).export.status, { timeout: 20_000 })
    .toBe('COMPLETE');
  const { export: item } = await server.call(getExport, { id: started.id }, caller);
  const findings = report.results?.scores.flatMap((group) => group.findings) ?? [];
  expect(item).toMatchObject({
    type: 'SCORING_ANALYSIS',
    exportConfig: request.exportConfig,
    rowCount: findings.length,
  });
  const [row] = await server.platform.db.asSystem((tx) =>
    tx.select().from(csvExports).where(eq(csvExports.id, started.id)),
  );
  const [part] = partsOf({ parts: row?.parts });
  const text = await server.platform.files.get(part?.key ?? '');
  expect(part?.bytes).toBe(Buffer.byteLength(text));
  const [head, ...lines] = readStrictCsv(text.slice(1));
  expect(head?.slice(0, 3)).toEqual(['Data point', 'Value', 'Targets with the value']);
  expect(lines.map(([, value, targets]) => [value?.replace(/^'/, ''), Number(targets)])).toEqual(
    findings.map(({ value, goodCount }) => [value, goodCount]),
  );

  const refused = async (input: object) => {
    const { status, body } = await server.refused(startExport, input, caller);
    return [status, body.errorCode];
  };
  expect(await refused(request)).toEqual([404, 'NOT_FOUND']);
  expect(await refused({ ...request, exportConfig: {} })).toEqual([422, 'VALIDATION_FAILED']);
  expect(await refused({ ...request, exportType: 'DATASET' })).toEqual([422, 'VALIDATION_FAILED']);
  const failed = await calculated({ goodDomains: ['unknown.test'] });
  expect(await refused({ ...request, exportConfig: { scoringAnalysisReportId: failed.id } })).toEqual([
    409,
    'CONFLICT',
  ]);
});

test('excluded companies are in no set', async () => {
  const { companies } = await server.call(searchCompanies, { limit: 3, sortby: 'name', parts: ['companies'] }, caller);
  const goodDomains = companies.map(({ __domain }) => __domain);
  const [excluded] = companies;
  await server.call(excludeCompanies, { companies: { companyIds: [excluded?.__company_id ?? ''] } }, caller);
  const report = await calculated({ goodDomains });
  expect(report.results).toMatchObject({
    goodSetSize: 2,
    otherSetSize: total - 3,
    goodDomainsNotFound: [excluded?.__domain],
  });
});
