import { sql } from '@quarry/clickhouse';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { z } from 'zod';
import { company, openTestWorld, type TestWorld } from './test-world.ts';

/** A company of the universe, for counting without the engine. */
export interface Known {
  readonly id: number;
  readonly employees: number;
  readonly country: string;
}

const COUNTRIES = ['DE', 'FR', 'US'];
/** What the universe holds; seen since 2020. */
export const universe: readonly Known[] = Array.from({ length: 40 }, (_, at) => ({
  id: at + 1,
  employees: (at + 1) * 10,
  country: COUNTRIES[at % 3] ?? '',
}));
const YEAR_2020 = new Date('2020-01-01T00:00:00Z');

/** A world with `universe` in it, and ways to see who is in a dataset. */
export interface MarketWorld extends TestWorld {
  putKnown(known: readonly Known[], firstSeen?: Date): Promise<void>;
  /** Who is in the dataset, with the sources; throws when one is there twice. */
  members(clientId: string): Promise<Map<string, string[]>>;
  /** The ids of those in the dataset. */
  ids(clientId: string): Promise<string[]>;
}

/** Opens a `MarketWorld`. */
export async function openMarketWorld(): Promise<MarketWorld> {
  const world = await openTestWorld();
  const putKnown: MarketWorld['putKnown'] = (known, firstSeen = YEAR_2020) =>
    world.put(
      'companies',
      known.map(({ id, employees, country }) =>
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
  await putKnown(universe);
  return { ...world, putKnown, members, ids: async (clientId) => [...(await members(clientId)).keys()].toSorted() };
}

/** Criteria of which all rules must hold. */
export const where = (...rules: Omit<FilterRule, 'id'>[]): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: rules.map((rule, at) => ({ id: `r${at}`, ...rule })),
});
/** Criteria: in one of the countries. */
export const inCountry = (...codes: string[]): FilterGroup =>
  where({ field: 'firmographics/country', operator: 'isOneOf', value: codes });
/** Criteria: so many employees or more. */
export const employeesFrom = (least: number): FilterGroup =>
  where({ field: 'firmographics/employee_count', operator: 'gte', value: least });

/** The ids of companies, in the order of `MarketWorld.ids`. */
export const idsOf = (known: readonly Known[]): string[] => known.map(({ id }) => String(id)).toSorted();
