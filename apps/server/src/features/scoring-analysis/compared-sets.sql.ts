import { emptySql, join, param, type Sql, sql, texts, uint, uints } from '@quarry/clickhouse';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { ComparedSets } from './compared-sets.ts';

/** The companies that domains name, also as an alias or as a company merged into another. */
export function companiesByDomain(domains: readonly string[]): Sql {
  return sql`SELECT named.value AS name, toString(if(merged.survivor = 0, named.company_id, merged.survivor)) AS id
    FROM (
      SELECT value, company_id FROM ${readTable('identities')}
      WHERE kind IN ('domain', 'alias') AND value IN ${texts(domains)}
      ORDER BY kind = 'domain'
    ) AS named
    GLOBAL ANY LEFT JOIN (
      SELECT company_id AS merged_id, merged_into AS survivor FROM ${readTable('merged_companies')}
    ) AS merged ON merged.merged_id = named.company_id`;
}

/** The companies of the dataset with one of these domains or ids. */
export function companiesInDataset(dataset: Dataset, domains: readonly string[], ids: readonly string[]): Sql {
  return sql`SELECT toString(__company_id) AS id, __domain AS domain
    FROM ${dataset.table()}
    WHERE ${dataset.hasDomain(domains)} OR __company_id IN ${uints(ids)}`;
}

/** Counts the companies of the dataset, as `__companies`. */
export function companiesOf(dataset: Dataset): Sql {
  return sql`SELECT toUInt32(count()) AS __companies FROM ${dataset.table()}`;
}

/** The sets that `setOf` names by number. */
export const SETS = ['targets', 'heldTargets', 'others', 'heldOthers'] as const;

/** Of all other companies, so many are enough to check rules; a fifth if there are fewer. */
const CHECKED_OTHERS = 20_000;
const HELD_ONE_IN = 5;

/** The condition that a company is held out, where all companies but the targets are the others. */
function isHeldOther(companies: number): Sql {
  const oneIn = Math.max(HELD_ONE_IN, Math.ceil(companies / CHECKED_OTHERS));
  return sql`cityHash64(__company_id) % ${uint(oneIn)} = 0`;
}

const holdsOutOthers = ({ others, heldTargets }: ComparedSets): boolean => others === null && heldTargets.length > 0;

/** The set of a compared company, written as the number that each place in SETS has: one look-up for each company. */
export function setOf(compared: ComparedSets, companies: number, { type, values }: SetNumbers = PLACES): Sql {
  const { targets, others, heldTargets, heldOthers } = compared;
  const [heldTargetIds, heldOtherIds] = [new Set(heldTargets), new Set(heldOthers)];
  const listed = [
    ...targets.map((id) => [id, heldTargetIds.has(id) ? 1 : 0] as const),
    ...(others ?? []).map((id) => [id, heldOtherIds.has(id) ? 3 : 2] as const),
  ];
  const ids = uints(listed.map(([id]) => id));
  // A literal: the engine would take its time to fold as many functions.
  const sets = param(
    `Array(${type})`,
    listed.map(([, place]) => values[place]),
  );
  const [other, heldOther] = [param(type, values[2]), param(type, values[3])];
  const rest = holdsOutOthers(compared) ? sql`if(${isHeldOther(companies)}, ${heldOther}, ${other})` : sql`${other}`;
  return sql`transform(__company_id, ${ids}, ${sets}, ${rest})`;
}

/** The numbers that stand for sets, by their places in SETS. */
export interface SetNumbers {
  readonly type: 'UInt8' | 'UInt64';
  readonly values: readonly [number | bigint, number | bigint, number | bigint, number | bigint];
}

const PLACES: SetNumbers = { type: 'UInt8', values: [0, 1, 2, 3] };

/** The condition that a company is compared; empty for all. */
export function isCompared({ targets, others }: ComparedSets): Sql {
  return others === null ? emptySql : sql`__company_id IN ${uints([...targets, ...others])}`;
}

/** The condition that a company is in one of the sets that are counted by themselves. */
export function isCountedApart(sets: ComparedSets, companies: number): Sql {
  const isListed = sql`__company_id IN ${uints([...sets.targets, ...(sets.others ?? [])])}`;
  return holdsOutOthers(sets) ? sql`(${isListed} OR ${isHeldOther(companies)})` : isListed;
}

/** WHERE with those conditions that are not empty. */
export function whereAll(conditions: readonly Sql[]): Sql {
  const parts = conditions.filter((condition) => !condition.isEmpty);
  return parts.length === 0 ? emptySql : sql`WHERE ${join(parts, ' AND ')}`;
}
