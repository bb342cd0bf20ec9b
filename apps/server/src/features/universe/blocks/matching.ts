import { join, param, type Slot, type Sql, sql, text, texts, uint } from '@quarry/clickhouse';
import { expandRegions, type HitPattern, keywordHits as hitsOf, keywordSearches } from '@quarry/filters';

/** The most values of a list field that could grow without end. */
const MAX_VALUES = 50;
/** Length of a snippet in characters. */
const SNIPPET_LENGTH = 160;

/** All of the conditions; true when there are none. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`(${join(conditions, ' AND ')})`;
}

/** Whether a text in the form of `foldText` holds one of the keywords; false without keywords. */
export function holdsAny(folded: Slot, keywords: readonly string[]): Sql {
  const found = keywordSearches(keywords).map(({ pattern, literals }) =>
    literals.length === 0
      ? sql`match(${folded}, ${text(pattern)})`
      : sql`(multiSearchAny(${folded}, ${texts(literals)}) AND match(${folded}, ${text(pattern)}))`,
  );
  return found.length === 0 ? sql`false` : sql`(${join(found, ' OR ')})`;
}

/** Conditions on a text: none without positive keywords, and none without negative ones. */
export function keywordConditions(folded: Slot, positive: readonly string[], negative: readonly string[]): Sql[] {
  return [
    ...(positive.length === 0 ? [] : [holdsAny(folded, positive)]),
    ...(negative.length === 0 ? [] : [sql`NOT ${holdsAny(folded, negative)}`]),
  ];
}

/** Conditions that a column holds one of the values; none without values. */
export function oneOf(column: Slot, values: readonly string[]): Sql[] {
  return values.length === 0 ? [] : [sql`${column} IN (${join(values.map((value) => text(value)))})`];
}

/** Conditions that a column of country codes holds one of the countries or a country of the regions. */
export function inCountries(column: Slot, countries: readonly string[]): Sql[] {
  return oneOf(
    column,
    expandRegions(countries).map((code) => code.toUpperCase()),
  );
}

/** For each keyword, 1 where the text holds it, else 0. */
export function keywordHits(folded: Slot, keywords: readonly string[]): Sql {
  return sql`[${join(keywords.map((keyword) => sql`toUInt8(${holdsAny(folded, [keyword])})`))}]`;
}

/** An aggregate: the keywords, in their order, for which `keywordHits` in the column has a 1 on a matching row. */
export function keywordsHit(column: Slot, keywords: readonly string[]): Sql {
  const list = texts(keywords);
  return sql`arrayFilter((keyword, hit) -> hit, ${list}, arrayResize(maxForEachIf(${column}, is_match), ${uint(keywords.length)}))`;
}

/** An aggregate: the number of matching rows. */
export const countMatches: Sql = sql`toNullable(toFloat64(countIf(is_match)))`;

/** An aggregate: whether any row matches. */
export const hasMatches: Sql = sql`CAST(countIf(is_match) > 0 AS Nullable(Bool))`;

/** An aggregate: the distinct values of matching rows that are not blank, by name. */
export function distinctValues(column: Slot): Sql {
  return sql`arraySort(groupUniqArrayIf(${column}, is_match AND ${column} != ''))`;
}

/** Like `distinctValues`, and of many the first 50. */
export function someDistinctValues(column: Slot): Sql {
  return sql`arraySlice(${distinctValues(column)}, 1, ${uint(MAX_VALUES)})`;
}

/** U+0001 stands for the end of the text: hits have a character beside them at both ends then, and no anchors. */
const padded = (folded: Slot): Sql => sql`concat(char(1), ${folded}, char(1))`;

/** How many hits the keywords have in a text in the form of `foldText`; hits of one keyword do not overlap. */
export function countHits(folded: Slot, keywords: readonly string[]): Sql {
  const counts = keywords.map(hitsOf).filter((hits) => hits !== null);
  if (counts.length === 0) return sql`0`;
  return sql`(${join(
    counts.map((hits) => countHitsOf(padded(folded), hits)),
    ' + ',
  )})`;
}

/**
 * A plain count misses hits that share a character with the one before, but finds every third at least. Only texts with
 * such hits are gone through step by step, each step from the first character that the next hit may share.
 */
function countHitsOf(searched: Sql, { pattern, sharedPattern, shared }: HitPattern): Sql {
  const plain = sql`countMatches(${searched}, ${text(pattern)})`;
  const steps = sql`range(if(match(${searched}, ${text(sharedPattern)}), 3 * ${plain}, 0))`;
  const found = sql`extract(state.1, ${text(pattern)})`;
  const rest = sql`substringUTF8(state.1, positionUTF8(state.1, ${found}) + lengthUTF8(${found}) - ${uint(shared)})`;
  const step = sql`if(${found} = '', ('', state.2), (${rest}, state.2 + 1))`;
  return sql`if(empty(${steps}), ${plain}, arrayFold((state, step) -> ${step}, ${steps}, (${searched}, toUInt64(0))).2)`;
}

/**
 * The text round the first hit of the keywords: of the original where it has as many characters as its folded form, so
 * that places agree, else of the folded form. '' without a hit.
 */
export function snippet(original: Slot, folded: Slot, keywords: readonly string[]): Sql {
  const hits = keywords.flatMap((keyword) => {
    const hit = hitsOf(keyword);
    return hit === null ? [] : [sql`extract(${padded(folded)}, ${text(hit.pattern)})`];
  });
  // [place of the first character in the padded text, length] of the first hit; a longer one of equal place wins.
  const places = sql`arrayMap(hit -> (positionUTF8(${padded(folded)}, hit), -lengthUTF8(hit)), arrayFilter(hit -> hit != '', [${join(hits)}]))`;
  const length = param('Int64', SNIPPET_LENGTH);
  const window = sql`arrayMap(place -> greatest(1, least(
      toInt64(place.1) - 1 - intDiv(${length} + place.2, 2), toInt64(lengthUTF8(${folded})) - ${length} + 1)),
    [arrayMin(${places})])[1]`;
  return sql`if(empty(${places}), '', substringUTF8(
    if(lengthUTF8(${original}) = lengthUTF8(${folded}), ${original}, ${folded}), ${window}, ${length}))`;
}

/** For each keyword that a text holds, the keyword and the snippet of its own first hit. */
export function snippetsByKeyword(original: Slot, folded: Slot, keywords: readonly string[]): Sql {
  const all = keywords.map((keyword) => sql`(${text(keyword)}, ${snippet(original, folded, [keyword])})`);
  return sql`arrayFilter(found -> found.2 != '', [${join(all)}])`;
}
