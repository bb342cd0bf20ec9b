import { join, param, type Slot, type Sql, sql, text, texts, uint } from '@quarry/clickhouse';
import {
  expandRegions,
  type HitPattern,
  keywordHits as hitsOf,
  type KeywordPlace,
  keywordSearches,
} from '@quarry/filters';

/** Limit for list fields that could grow without bound. */
const MAX_VALUES = 50;
const SNIPPET_LENGTH = 160; // characters

/** Joins conditions with AND; true without conditions. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`(${join(conditions, ' AND ')})`;
}

/** A condition: the folded text has one of the keywords in the place; false without keywords. */
export function holdsAny(folded: Slot, keywords: readonly string[], place: KeywordPlace = 'anywhere'): Sql {
  const found = keywordSearches(keywords, place).map(({ pattern, literals }) =>
    literals.length === 0
      ? sql`match(${folded}, ${text(pattern)})`
      : sql`(multiSearchAny(${folded}, ${texts(literals)}) AND match(${folded}, ${text(pattern)}))`,
  );
  return found.length === 0 ? sql`false` : sql`(${join(found, ' OR ')})`;
}

/** Conditions on a folded text; an empty list of keywords adds none. */
export function keywordConditions(folded: Slot, positive: readonly string[], negative: readonly string[]): Sql[] {
  return [
    ...(positive.length === 0 ? [] : [holdsAny(folded, positive)]),
    ...(negative.length === 0 ? [] : [sql`NOT ${holdsAny(folded, negative)}`]),
  ];
}

/** A condition that the column has one of the values; none without values. */
export function oneOf(column: Slot, values: readonly string[]): Sql[] {
  return values.length === 0 ? [] : [sql`${column} IN (${join(values.map((value) => text(value)))})`];
}

/** Like `oneOf`, for country codes and `region:` entries. */
export function inCountries(column: Slot, countries: readonly string[]): Sql[] {
  return oneOf(
    column,
    expandRegions(countries).map((code) => code.toUpperCase()),
  );
}

/** An array with a 1 for each keyword that the folded text has, else 0. */
export function keywordHits(folded: Slot, keywords: readonly string[]): Sql {
  return sql`[${join(keywords.map((keyword) => sql`toUInt8(${holdsAny(folded, [keyword])})`))}]`;
}

/** An aggregate: the keywords, in order, that have a 1 in the column of `keywordHits` on any matching row. */
export function keywordsHit(column: Slot, keywords: readonly string[]): Sql {
  const list = texts(keywords);
  return sql`arrayFilter((keyword, hit) -> hit, ${list}, arrayResize(maxForEachIf(${column}, is_match), ${uint(keywords.length)}))`;
}

/** An aggregate: the number of matching rows. */
export const countMatches: Sql = sql`toNullable(toFloat64(countIf(is_match)))`;

/** An aggregate: a row matches. */
export const hasMatches: Sql = sql`CAST(countIf(is_match) > 0 AS Nullable(Bool))`;

/** An aggregate: the distinct values of matching rows that are not blank, sorted. */
export function distinctValues(column: Slot): Sql {
  return sql`arraySort(groupUniqArrayIf(${column}, is_match AND ${column} != ''))`;
}

/** Like `distinctValues`, but at most the first 50. */
export function someDistinctValues(column: Slot): Sql {
  return sql`arraySlice(${distinctValues(column)}, 1, ${uint(MAX_VALUES)})`;
}

/** Marks both ends with U+0001, so that every hit has a neighbour on each side and patterns need no anchors. */
const padded = (folded: Slot): Sql => sql`concat(char(1), ${folded}, char(1))`;

/** The number of hits in a folded text; hits of one keyword do not overlap. */
export function countHits(folded: Slot, keywords: readonly string[]): Sql {
  const counts = keywords.map(hitsOf).filter((hits) => hits !== null);
  if (counts.length === 0) return sql`0`;
  return sql`(${join(
    counts.map((hits) => countHitsOf(folded, hits)),
    ' + ',
  )})`;
}

/** Most texts have the keyword's literal once or never, which is found several times as fast as hits are counted. */
function countHitsOf(folded: Slot, hits: HitPattern): Sql {
  const all = countHitByHit(padded(folded), hits);
  if (hits.literal === '') return all;
  const found = sql`countSubstrings(${folded}, ${text(hits.literal)})`;
  return sql`multiIf(${found} = 0, 0, ${found} = 1, match(${folded}, ${text(hits.anyHit)}), ${all})`;
}

/**
 * A plain count misses hits that share a character with the previous hit, but finds at least every third. Only texts
 * with such hits are scanned hit by hit, each time from the first character that the next hit may share.
 */
function countHitByHit(searched: Sql, { pattern, sharedPattern, shared }: HitPattern): Sql {
  const plain = sql`countMatches(${searched}, ${text(pattern)})`;
  const steps = sql`range(if(match(${searched}, ${text(sharedPattern)}), 3 * ${plain}, 0))`;
  const found = sql`extract(state.1, ${text(pattern)})`;
  const rest = sql`substringUTF8(state.1, positionUTF8(state.1, ${found}) + lengthUTF8(${found}) - ${uint(shared)})`;
  const step = sql`if(${found} = '', ('', state.2), (${rest}, state.2 + 1))`;
  return sql`if(empty(${steps}), ${plain}, arrayFold((state, step) -> ${step}, ${steps}, (${searched}, toUInt64(0))).2)`;
}

/**
 * The text around the first hit; '' without a hit. Taken from the original if it has as many characters as the folded
 * text, so that positions agree, else from the folded text.
 */
export function snippet(original: Slot, folded: Slot, keywords: readonly string[]): Sql {
  const hits = keywords.flatMap((keyword) => {
    const hit = hitsOf(keyword);
    return hit === null ? [] : [sql`extract(${padded(folded)}, ${text(hit.pattern)})`];
  });
  // (position in the padded text, -length) of each keyword's first hit: of equal positions, the longest comes first.
  const places = sql`arrayMap(hit -> (positionUTF8(${padded(folded)}, hit), -lengthUTF8(hit)), arrayFilter(hit -> hit != '', [${join(hits)}]))`;
  const length = param('Int64', SNIPPET_LENGTH);
  const window = sql`arrayMap(place -> greatest(1, least(
      toInt64(place.1) - 1 - intDiv(${length} + place.2, 2), toInt64(lengthUTF8(${folded})) - ${length} + 1)),
    [arrayMin(${places})])[1]`;
  return sql`if(empty(${places}), '', substringUTF8(
    if(lengthUTF8(${original}) = lengthUTF8(${folded}), ${original}, ${folded}), ${window}, ${length}))`;
}

/** Pairs of each keyword that the text has and the snippet of its first hit. */
export function snippetsByKeyword(original: Slot, folded: Slot, keywords: readonly string[]): Sql {
  const all = keywords.map((keyword) => sql`(${text(keyword)}, ${snippet(original, folded, [keyword])})`);
  return sql`arrayFilter(found -> found.2 != '', [${join(all)}])`;
}
