import { sql, texts, type Warehouse } from '@quarry/clickhouse';
import type { CriteriaGroup } from '@quarry/contracts';
import { foldSql } from '@quarry/filters/compile';
import { z } from 'zod';
import { firstGroup, NO_GROUP } from './criteria-groups.sql.ts';

/** What criteria read of a person, as it was found. */
export interface PersonFacts {
  readonly position: string;
  readonly seniority: string | null;
  readonly country: string | null;
}

const PEOPLE_PER_STATEMENT = 10_000;
const places = z.object({ groupAt: z.number() });

/** For each person, the place of the first group that matches; null without one. */
export async function classifyPeople(
  warehouse: Warehouse,
  groups: readonly CriteriaGroup[],
  people: readonly PersonFacts[],
): Promise<(number | null)[]> {
  const found: (number | null)[] = [];
  for (let at = 0; at < people.length; at += PEOPLE_PER_STATEMENT) {
    const part = people.slice(at, at + PEOPLE_PER_STATEMENT);
    const positions = texts(part.map(({ position }) => position));
    const seniorities = texts(part.map(({ seniority }) => seniority ?? ''));
    const countries = texts(part.map(({ country }) => country ?? ''));
    const rows = await warehouse.rows(
      sql`SELECT ${firstGroup(groups, { position: sql`folded`, seniority: sql`person.2`, country: sql`person.3` })} AS groupAt
        FROM (
          SELECT person, place, ${foldSql(sql`person.1`)} AS folded
          FROM (SELECT arrayZip(${positions}, ${seniorities}, ${countries}) AS people)
          ARRAY JOIN people AS person, arrayEnumerate(people) AS place)
        ORDER BY place`,
      places,
      { lane: 'analysis' },
    );
    found.push(...rows.map(({ groupAt }) => (groupAt === NO_GROUP ? null : groupAt)));
  }
  return found;
}
