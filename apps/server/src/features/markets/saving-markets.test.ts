import { createMarket, getMarket, saveDataBlockConfigs, updateMarket, validateMarketName } from '@quarry/contracts';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let user: Caller;
let names = 0;

const newName = () => `Market ${++names}`;
const rules = (...children: FilterGroup['rules']): FilterGroup => ({ id: 'root', combinator: 'and', rules: children });
const inCountry = (...codes: string[]): FilterRule => ({
  id: 'in-country',
  field: 'firmographics/country',
  operator: 'isOneOf',
  value: codes,
});
const german = rules(inCountry('DE'));
const hiring = (configId: string): FilterRule => ({
  id: 'hiring',
  field: 'jobs/count',
  configId,
  operator: 'gt',
  value: 0,
});
const create = async (name = newName(), draftMarketCriteria = german) =>
  (await server.call(createMarket, { name, draftMarketCriteria }, user)).item;
const read = async (marketId: string) => (await server.call(getMarket, { marketId }, user)).item;

beforeAll(async () => {
  server = await startTestServer();
  const clientId = await createTestClient(server.platform, 'ours');
  const { token } = await signedInPerson(server.platform, { memberOf: { [clientId]: ['USER'] } });
  user = { token, client: 'ours' };
  const config = {
    configId: 'sales-jobs',
    blockName: 'jobs',
    label: 'Sales jobs',
    config: { titleKeywords: ['sales'] },
  };
  await server.call(saveDataBlockConfigs, { dataBlockConfigs: [config] }, user);
});
afterAll(() => server.close());

describe('the name of a market', () => {
  const refusal = async (input: object, endpoint: typeof createMarket | typeof updateMarket = createMarket) => {
    const { status, body } = await server.refused(endpoint, { draftMarketCriteria: german, ...input }, user);
    return [status, body.errorCode, body.message];
  };
  const taken = [409, 'NAME_TAKEN', 'Market name must be unique'];

  test('is unique ignoring case when saved, renamed and validated', async () => {
    const { id: marketId } = await create('Größe ÄÖÜ Éclair Ωmega');
    expect(await refusal({ name: ' gRÖßE äöü éCLAIR ωMEGA ' })).toEqual(taken);
    const other = await create();
    expect(await refusal({ marketId: other.id, name: 'GRÖßE äöü éclair ωmega' }, updateMarket)).toEqual(taken);
    const check = async (input: { marketName: string; marketId?: string | null }) =>
      (await server.call(validateMarketName, input, user)).isValid;
    expect(await check({ marketName: ' größe äöü éclair ωmega' })).toBe(false);
    expect(await check({ marketName: 'größe äöü éclair ωmega', marketId: other.id })).toBe(false);
    expect(await check({ marketName: 'größe äöü éclair ωmega', marketId })).toBe(true);
    expect(await check({ marketName: 'Nobody has this', marketId: null })).toBe(true);
    const recased = await server.call(updateMarket, { marketId, name: 'GRÖßE ÄÖÜ ÉCLAIR ΩMEGA' }, user);
    expect(recased.item.name).toBe('GRÖßE ÄÖÜ ÉCLAIR ΩMEGA');
  });

  test('goes to one of several concurrent requests', async () => {
    const name = newName();
    const both = await Promise.all(
      [name, name.toUpperCase(), name.toLowerCase()].map((each) =>
        server.send(createMarket, { name: each, draftMarketCriteria: german }, user),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    const rivals = await Promise.all([create(), create()]);
    const contested = newName();
    const renames = await Promise.all(
      rivals.map(({ id: marketId }) => server.send(updateMarket, { marketId, name: contested }, user)),
    );
    expect(renames.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  test('has 1 to 255 characters', async () => {
    const longest = 'n'.repeat(255);
    expect((await create(longest)).name).toHaveLength(255);
    expect(await refusal({ name: `${longest}n` })).toEqual([
      422,
      'VALIDATION_FAILED',
      'A name can have at most 255 characters',
    ]);
    for (const name of ['', ' \t '])
      expect(await refusal({ name })).toEqual([422, 'VALIDATION_FAILED', 'Please provide a name for this market']);
    for (const marketName of [' ', `${longest}n`])
      expect((await server.refused(validateMarketName, { marketName }, user)).status).toBe(422);
  });
});

describe('the criteria of a market', () => {
  const refusal = async (draftMarketCriteria: unknown) => {
    const { status, body } = await server.refused(createMarket, { name: newName(), draftMarketCriteria }, user);
    return { status, errorCode: body.errorCode, ruleIds: body.context.ruleIds };
  };
  const invalid = (...ruleIds: string[]) => ({ status: 422, errorCode: 'INVALID_FILTER', ruleIds });

  test('are refused if empty or too many', async () => {
    const failed = { status: 422, errorCode: 'VALIDATION_FAILED' };
    expect(await refusal(rules())).toMatchObject(failed);
    expect(await refusal(rules(rules(), rules(rules())))).toMatchObject(failed);
    expect(await refusal(null)).toMatchObject(failed);
    const many = Array.from({ length: 5000 }, (_each, at) => ({ ...inCountry('DE'), id: `r${at}` }));
    expect(await refusal(rules(...many))).toMatchObject(failed);
    expect((await create(newName(), rules(...many.slice(0, 1000)))).draftMarketCriteria.rules).toHaveLength(1000);
  });

  test('are refused with the ids of the invalid rules', async () => {
    const { configId: _none, ...withoutConfig } = hiring('sales-jobs');
    expect(await refusal(rules(inCountry('DE'), { ...hiring('nope'), id: 'unknown' }))).toEqual(invalid('unknown'));
    expect(await refusal(rules(withoutConfig))).toEqual(invalid('hiring'));
    expect(await refusal(rules({ ...hiring('sales-jobs'), field: 'team_members/count' }))).toEqual(invalid('hiring'));
    expect(await refusal(rules({ ...inCountry('DE'), configId: 'sales-jobs' }))).toEqual(invalid('in-country'));
    expect(await refusal(rules({ ...inCountry('DE'), operator: 'matchesRegex', value: 'D.' }))).toEqual(
      invalid('in-country'),
    );
    expect(await refusal(rules(inCountry(), { ...inCountry('region:Atlantis'), id: 'region' }))).toEqual(
      invalid('in-country', 'region'),
    );
    const { id: marketId } = await create();
    const saving = await server.refused(updateMarket, { marketId, draftMarketCriteria: rules(hiring('nope')) }, user);
    expect(saving.body.context.ruleIds).toEqual(['hiring']);
    expect(await read(marketId)).toMatchObject({ draftVersion: 1, draftMarketCriteria: german });
  });
});
