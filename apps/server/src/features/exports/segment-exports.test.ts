import { setTimeout as sleep } from 'node:timers/promises';
import {
  addSuppressions,
  createScoringConfig,
  deleteScoringConfig,
  type ExportItem,
  getExport,
  listScoringConfigs,
  segmentExportConfig,
  startExport,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { csvExports } from '@quarry/postgres/tables/exports';
import { segments } from '@quarry/postgres/tables/segments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readClient } from '#server/features/datasets/read-client.ts';
import { eraseFromRecord } from '#server/features/erasures/erase-from-record.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import type { Caller } from '#server/testing/test-server.ts';
import { freezeSegment } from './segment/freeze-segment.ts';
import { planSegmentExport } from './segment/segment-plan.ts';
import { createExportedSegment, type FoundPerson } from './testing/exported-segment.ts';
import { type ExportsWorld, openExportsWorld, readStrictCsv } from './testing/exports-world.ts';

const ODD = (at: number) => String(9_000_000_000_000_000_000n + BigInt(at));
const GONE = ODD(900);
let world: ExportsWorld;
let user: Caller;
let segment: Awaited<ReturnType<typeof createExportedSegment>>;

const PEOPLE: readonly FoundPerson[] = [
  { persona: 'Sales', companyId: ODD(1), contactId: 'a', rank: 1, email: 'a@odd0.com', phone: '+49 30 1' },
  { persona: 'Sales', companyId: ODD(1), contactId: 'b', rank: 2, email: 'b@odd0.com', emailStatus: 'invalid' },
  { persona: 'IT', companyId: ODD(1), contactId: 'a', rank: 1, email: 'a@odd0.com' },
  { persona: 'IT', companyId: ODD(2), contactId: 'c', rank: 1, name: '=cmd' },
  { persona: 'IT', companyId: ODD(2), contactId: 'd', status: 'CANDIDATE_CHECKED_NOT_INCLUDED' },
  {
    persona: 'IT',
    companyId: GONE,
    contactId: 'e',
    status: 'WAS_INCLUDED_REMOVED',
    reason: 'COMPANY_REMOVED_FROM_SEGMENT',
  },
  {
    persona: 'IT',
    companyId: ODD(2),
    contactId: 'f',
    status: 'WAS_INCLUDED_REMOVED',
    reason: 'CONTACT_DELETED_ON_REQUEST',
    name: '',
  },
];

beforeAll(async () => {
  world = await openExportsWorld();
  user = { token: world.user.token, client: world.client.name };
  const { platform } = world.server;
  await platform.warehouse.insert({ database: UNIVERSE, table: 'companies' }, [
    { company_id: GONE, domain: 'gone.example', name: 'Gone Ltd', refreshed_at: new Date().toISOString(), version: 1 },
  ]);
  const companies = { active: [ODD(1), ODD(2), ODD(3)], removed: [GONE] };
  segment = await createExportedSegment(platform, world.client, companies, PEOPLE);
}, 120_000);
afterAll(() => world.close());

type Config = Extract<
  Parameters<typeof world.server.call<typeof startExport>>[1]['exportConfig'],
  { segmentId: string }
>;

const start = async (config: Partial<Config> = {}, exportType = 'SEGMENT' as 'SEGMENT' | 'SEGMENT_LINKEDIN_ADS') => {
  const exportConfig = { segmentId: segment.segmentId, columns: ['name', '__domain'], ...config };
  return (await world.server.call(startExport, { exportType, exportConfig }, user)).export;
};
const ended = async ({ id }: Pick<ExportItem, 'id'>): Promise<ExportItem> => {
  for (;;) {
    const item = (await world.server.call(getExport, { id }, user)).export;
    if (item.status !== 'WAITING' && item.status !== 'PROCESSING') return item;
    await sleep(20);
  }
};
const linesOf = async (id: string): Promise<Readonly<Record<string, string>>[]> => {
  const [text = ''] = await world.texts(id);
  const [[, , ...header] = [], ...rows] = readStrictCsv(text.replace('\ufeff', ''));
  return rows.map(([Name = '', Domain = '', ...values]) => ({
    Name,
    Domain,
    ...Object.fromEntries(header.map((name, at) => [name, values[at] ?? ''])),
  }));
};
const exported = async (config: Partial<Config> = {}) => {
  const item = await ended(await start(config));
  expect(item).toMatchObject({ status: 'COMPLETE', type: 'SEGMENT' });
  const lines = await linesOf(item.id);
  expect(item.rowCount).toBe(lines.length);
  return lines;
};
const people = (lines: readonly Readonly<Record<string, string>>[]) =>
  lines.map((line) => `${line.Domain} ${line.Persona} ${line['Contact ID']}`.trim()).sort();

test('has a row for each contact with its company, and one for each company without', async () => {
  const lines = await exported();
  expect(people(lines)).toEqual(['odd0.com IT a', 'odd0.com Sales a', 'odd0.com Sales b', 'odd1.com IT c', 'odd2.com']);
  expect(lines.find((line) => line['Contact ID'] === 'c')).toMatchObject({
    Name: `'+49 Telefon, GmbH`,
    'Contact name': `'=cmd`,
    Seniority: 'Head',
    'Contact country': 'Germany',
    'E-mail': '',
    'Persona rank': '1',
    'Contact status': 'Included',
    'Contact included at': '2026-02-03 04:05:06',
    'Added to segment': '2026-01-01 00:00:00',
  });
  const owned = lines.find((line) => line['Contact ID'] === 'a');
  expect(owned).toMatchObject({ 'E-mail': 'a@odd0.com', 'E-mail status': 'Verified', Phone: `'+49 30 1` });
});

test('takes removed companies and people, and those only checked, where asked for', async () => {
  expect(people(await exported({ include_active: false, include_removed: true }))).toEqual(['gone.example IT e']);
  expect(people(await exported({ include_active: false, include_checked: true }))).toEqual(['odd1.com IT d']);
  const all = await exported({ include_removed: true, include_checked: true });
  expect(all).toHaveLength(7);
  expect(all.find((line) => line.Domain === 'gone.example')).toMatchObject({
    Name: 'Gone Ltd',
    'Removed from segment': '2026-02-02 00:00:00',
    'Contact removed because': 'Company removed from segment',
  });
});

test('of one persona, leaves out companies without its contacts', async () => {
  const personaId = segment.personaIds.get('Sales') ?? '';
  expect(people(await exported({ personaId }))).toEqual(['odd0.com Sales a', 'odd0.com Sales b']);
});

test('shows phone numbers only to accounts that have them', async () => {
  const { db } = world.server.platform;
  const isClient = eq(clients.id, world.client.id);
  const [before] = await db.asSystem((tx) => tx.select().from(clients).where(isClient));
  const setFlags = (featureFlags: string[]) =>
    db.asSystem((tx) => tx.update(clients).set({ featureFlags }).where(isClient));
  await setFlags([]);
  const [line] = await exported();
  await setFlags(before?.featureFlags ?? []);
  expect(line).toHaveProperty('E-mail');
  expect(line).not.toHaveProperty('Phone');
});

test('has the scores of the companies', async () => {
  const rules = [{ id: 'big', field: 'name', operator: 'exists', value: null, score: 7 }];
  const { id, item } = await world.server.call(createScoringConfig, { name: 'Fit', rules }, user);
  const isFresh = async () => {
    const { items } = await world.server.call(listScoringConfigs, {}, user);
    return items.find((config) => config.id === id)?.processingStatus === 'Fresh';
  };
  while (!(await isFresh())) await sleep(20);
  const lines = await exported({ columns: ['name', '__domain', item.fieldName] });
  expect(lines.find((line) => line.Domain === 'odd0.com')).toMatchObject({ Fit: '7' });
  await world.server.call(deleteScoringConfig, { scoringConfigId: id }, user);
});

test('for LinkedIn Ads, writes its templates of companies and of included contacts', async () => {
  const item = await ended(await start({ include_checked: true }, 'SEGMENT_LINKEDIN_ADS'));
  expect(item).toMatchObject({
    status: 'COMPLETE',
    rowCount: 6,
    note: 'LinkedIn uses lists of at least 300 companies. This one has 3. LinkedIn uses lists of at least 300 contacts. This one has 3.',
  });
  const day = item.createdAt.slice(0, 10);
  expect(item.parts.map(({ filename, rows }) => [filename, rows])).toEqual([
    [`linkedin-segment-${day}-companies.csv`, 3],
    [`linkedin-segment-${day}-contacts.csv`, 3],
  ]);
  const [companies = '', contacts = ''] = await world.texts(item.id);
  expect(companies.split('\r\n')[0]).toBe(
    'companyname,companywebsite,companyemaildomain,linkedincompanypageurl,stocksymbol,industry,city,state,companycountry,zipcode',
  );
  const [header, ...rows] = readStrictCsv(contacts);
  expect(header).toEqual(['email', 'firstname', 'lastname', 'jobtitle', 'employeecompany', 'country', 'googleaid']);
  expect(
    rows.map(([email, , lastName]) => [lastName, email]).sort(([one = ''], [other = '']) => one.localeCompare(other)),
  ).toEqual([
    ['a', 'a@odd0.com'],
    ['b', ''],
    ['c', ''],
  ]);

  const { segmentId } = await createExportedSegment(world.server.platform, world.client, { active: [ODD(4)] });
  expect((await ended(await start({ segmentId }, 'SEGMENT_LINKEDIN_ADS'))).parts).toHaveLength(1);
});

test('is of the moment of the request, whatever changes while it waits', async () => {
  const { db } = world.server.platform;
  const { segmentId } = await createExportedSegment(world.server.platform, world.client, { active: [ODD(5), ODD(6)] }, [
    { persona: 'Legal', companyId: ODD(5), contactId: 'g', rank: 1 },
  ]);
  const waiting = await start({ segmentId });
  await db.asClient(world.client.id, (tx) => tx.delete(segments).where(eq(segments.id, segmentId)));
  expect((await ended(waiting)).status).toBe('COMPLETE');
  expect(people(await linesOf(waiting.id))).toEqual(['odd4.com Legal g', 'odd5.com']);
});

test('resumes after a crash at any checkpoint, without a lost or repeated row', async () => {
  const { platform } = world.server;
  const client = await readClient(platform, world.client.id);
  const read = <T>(query: Parameters<typeof platform.db.asClient<T>>[1]) => platform.db.asClient(client.id, query);
  const scope = { ...platform, client, read };
  const config = segmentExportConfig.parse({ segmentId: segment.segmentId, columns: ['name'] });
  const prepare = async () => {
    const id = await world.createExport({}, 'SEGMENT_LINKEDIN_ADS');
    const planned = await planSegmentExport(scope, 'SEGMENT_LINKEDIN_ADS', config);
    const snapshot = await freezeSegment(scope, id, config, planned, new AbortController().signal);
    await read((tx) => tx.update(csvExports).set({ config, snapshot }).where(eq(csvExports.id, id)));
    return id;
  };
  const limits = { rows: 2 };
  const whole = await prepare();
  await world.run(whole, { limits });
  const expected = await world.texts(whole);
  expect(expected).toHaveLength(4);
  for (const crashAt of [1, 2, 4, 6]) {
    const id = await prepare();
    const { checkpoint, crashed } = await world.run(id, { limits, crashAt });
    expect(crashed).toBe(true);
    await world.run(id, { limits, checkpoint });
    expect(await world.texts(id)).toEqual(expected);
  }
  expect(await world.frozenTables()).toEqual([]);
});

test('leaves out people and domains that the account must not contact', async () => {
  await world.server.call(
    addSuppressions,
    { entries: ['b@odd0.com', 'odd1.com'] },
    {
      token: world.admin.token,
      client: world.client.name,
    },
  );
  expect(people(await exported())).toEqual(['odd0.com IT a', 'odd0.com Sales a', 'odd2.com']);
});

test('ends when a person of the account is erased: files expire, and what still runs fails', async () => {
  const { db } = world.server.platform;
  const complete = await ended(await start());
  const running = await world.createExport({}, 'SEGMENT');
  const ofSyncs = [await world.createExport({}, 'CRM_ERRORS'), await world.createExport({}, 'SYNC_PLAN')];
  const config = segmentExportConfig.parse({ segmentId: segment.segmentId });
  await db.asSystem((tx) => tx.update(csvExports).set({ config }).where(eq(csvExports.id, running)));
  expect(complete).toMatchObject({ status: 'COMPLETE', isExpired: false });
  await db.asSystem((tx) =>
    eraseFromRecord(tx, { emails: ['b@odd0.com'], personUrls: [], entries: [], contactIds: [] }),
  );
  expect(await ended(complete)).toMatchObject({ status: 'COMPLETE', isExpired: true });
  for (const id of [running, ...ofSyncs]) expect(await world.row(id)).toMatchObject({ status: 'FAILED' });
});

test('refuses what does not exist, before anything is written', async () => {
  const refusal = (exportConfig: unknown, exportType = 'SEGMENT') =>
    world.server
      .send(startExport, { exportType, exportConfig }, user)
      .then(({ body }) => (body as { errorCode?: string }).errorCode);
  const { segmentId } = segment;
  const other = await createExportedSegment(world.server.platform, world.client, { active: [ODD(4)] }, [
    { persona: 'Elsewhere', companyId: ODD(4), contactId: 'h' },
  ]);
  const theirs = await buildTestDataset(world.server.platform, { name: 'theirs', companies: 50 });
  const foreign = await createExportedSegment(world.server.platform, theirs, { active: [ODD(1)] });
  const before = await world.frozenTables();
  expect(await refusal({ segmentId: 'unknown' })).toBe('NOT_FOUND');
  expect(await refusal({ segmentId: foreign.segmentId })).toBe('NOT_FOUND');
  expect(await refusal({ segmentId, personaId: other.personaIds.get('Elsewhere') })).toBe('NOT_FOUND');
  expect(await refusal({ segmentId, columns: ['no_such_column'] })).toBe('VALIDATION_FAILED');
  expect(await refusal({ segmentId, include_active: 'perhaps' })).toBe('VALIDATION_FAILED');
  expect(await refusal({ segmentId, unheard: 1 })).toBe('VALIDATION_FAILED');
  expect(await refusal({ columns: null })).toBe('VALIDATION_FAILED');
  expect(await refusal({ segmentId }, 'DATASET')).toBe('VALIDATION_FAILED');
  expect(await world.frozenTables()).toEqual(before);
});
