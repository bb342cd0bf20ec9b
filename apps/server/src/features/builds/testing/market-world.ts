import { sql } from '@quarry/clickhouse';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { z } from 'zod';
import { company, openTestWorld, type TestWorld } from './test-world.ts';

/** A company of the universe, for counting without the engine. */
export interface TestCompany {
  readonly id: number;
  readonly employees: number;
  readonly country: string;
}

const COUNTRIES = ['DE', 'FR', 'US'];
/** All companies of the universe; first seen in 2020. */
export const universe: readonly TestCompany[] = Array.from({ length: 40 }, (_, at) => ({
  id: at + 1,
  employees: (at + 1) * 10,
  country: COUNTRIES[at % 3] ?? '',
}));
const YEAR_2020 = new Date('2020-01-01T00:00:00Z');

/** A test world over `universe` that reads the members of datasets. */
export interface MarketWorld extends TestWorld {
  putCompanies(companies: readonly TestCompany[], firstSeen?: Date): Promise<void>;
  /** The companies of the dataset with their sources; throws for a duplicate. */
  members(clientId: string): Promise<Map<string, string[]>>;
  ids(clientId: string): Promise<string[]>;
}

export async function openMarketWorld(): Promise<MarketWorld> {
  const world = await openTestWorld();
  const putCompanies: MarketWorld['putCompanies'] = (companies, firstSeen = YEAR_2020) =>
    world.put(
      'companies',
      companies.map(({ id, employees, country }) =>
        company(id, { employee_count: employees, country, first_seen_at: firstSeen.toISOString() }),
      ),
    );
  const members: MarketWorld['members'] = async (clientId) => {
    const dataset = await world.open(clientId);
    const rows = await world.read(
      sql`SELECT toString(__company_id) AS id, __sources AS sources FROM ${dataset.table()}`,
      { id: z.string(), sources: z.array(z.string()) },
    );
    const found = new Map(rows.map(({ id, sources }) => [id, sources]));
    if (found.size !== rows.length) throw new Error('A company is in the dataset twice');
    return found;
  };
  await putCompanies(universe);
  return { ...world, putCompanies, members, ids: async (clientId) => [...(await members(clientId)).keys()].toSorted() };
}

/** Criteria that require all rules. */
export const where = (...rules: Omit<FilterRule, 'id'>[]): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: rules.map((rule, at) => ({ id: `r${at}`, ...rule })),
});
export const inCountry = (...codes: string[]): FilterGroup =>
  where({ field: 'firmographics/country', operator: 'isOneOf', value: codes });
export const employeesFrom = (minimum: number): FilterGroup =>
  where({ field: 'firmographics/employee_count', operator: 'gte', value: minimum });

/** Ids in the order of `MarketWorld.ids`. */
export const idsOf = (companies: readonly TestCompany[]): string[] => companies.map(({ id }) => String(id)).toSorted();
