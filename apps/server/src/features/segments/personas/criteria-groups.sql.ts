import { join, type Slot, type Sql, sql, texts, uint } from '@quarry/clickhouse';
import { type CriteriaGroup, SENIORITIES } from '@quarry/contracts';
import { allOf, holdsAny, inCountries, keywordConditions, oneOf } from '#server/features/universe/blocks/matching.ts';

/** The columns of a person that criteria read. */
export interface PersonColumns {
  /** Folded. */
  readonly position: Slot;
  readonly seniority: Slot;
  readonly country: Slot;
}

/** What `firstGroup` gives for people who match no group. */
export const NO_GROUP = 255;

function matchesGroup(group: CriteriaGroup, { position, seniority, country }: PersonColumns): Sql {
  return allOf([
    ...oneOf(seniority, group.seniorities),
    ...inCountries(country, group.countries),
    ...keywordConditions(position, group.positionInclusionKeywords, group.positionExclusionKeywords),
  ]);
}

/** The place of the first group that a person matches, from 0; NO_GROUP without one. */
export function firstGroup(groups: readonly CriteriaGroup[], columns: PersonColumns): Sql {
  const branches = groups.map((group, at) => sql`${matchesGroup(group, columns)}, toUInt8(${uint(at)})`);
  return sql`multiIf(${join(branches)}, toUInt8(${uint(NO_GROUP)}))`;
}

/** The place of a seniority in the order from founder down; unknown ones are last. */
export function seniorityPlace(seniority: Slot): Sql {
  return sql`indexOf(${texts([...SENIORITIES].toReversed())}, toString(${seniority}))`;
}

/** How well a position fits its group's keywords: 0 if it is one, 1 if it starts with one, else 2. */
export function positionFit(groups: readonly CriteriaGroup[], groupAt: Slot, position: Slot): Sql {
  const branches = groups.flatMap(({ positionInclusionKeywords: keywords }, at) => {
    if (keywords.length === 0) return [];
    const fit = sql`multiIf(${holdsAny(position, keywords, 'whole')}, 0, ${holdsAny(position, keywords, 'start')}, 1, 2)`;
    return [sql`${groupAt} = ${uint(at)}, ${fit}`];
  });
  return branches.length === 0 ? sql`0` : sql`multiIf(${join(branches)}, 0)`;
}
