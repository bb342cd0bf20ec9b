import { param, type Sql, sql, texts, uint, uints } from '@quarry/clickhouse/sql';
import {
  type ColumnResolver,
  type CompileOptions,
  compileResolved,
  type ResolvedRule,
  resolveRules,
} from './compile.ts';
import type { FilterRule } from './filter.ts';
import { lowerTrimSql } from './fold-sql.ts';

/** A rule, and the whole number that it adds to a sum where it holds. */
export interface WeightedRule {
  readonly rule: FilterRule;
  readonly weight: number;
}

interface Weighted extends ResolvedRule {
  readonly weight: number;
}

/**
 * Compiles the sum of the weights of the rules that hold. Rules that look for items of one list share a pass over it.
 * @throws InvalidFilterError naming every invalid rule.
 */
export function compileSum(rules: readonly WeightedRule[], resolver: ColumnResolver, options: CompileOptions): Sql {
  const resolved = resolveRules(
    rules.map(({ rule }) => rule),
    resolver,
    options,
  );
  const weighted = resolved.flatMap((each, at): Weighted[] => {
    const weight = rules[at]?.weight ?? 0;
    return weight === 0 ? [] : [{ ...each, weight }];
  });
  const terms: Sql[] = [];
  for (const ofColumn of Map.groupBy(weighted, ({ rule }) => JSON.stringify([rule.field, rule.configId])).values()) {
    const shared = ofColumn.flatMap(asSearch);
    const sets = Map.groupBy(shared, ({ items }) => JSON.stringify(items));
    const isShared = sets.size >= MIN_SETS;
    const single = isShared ? ofColumn.filter((each) => asSearch(each).length === 0) : ofColumn;
    for (const each of single) {
      terms.push(sql`if(${compileResolved(each, options)}, ${param('Int32', each.weight)}, 0)`);
    }
    if (isShared) terms.push(...sumOfSearches([...sets.values()]));
  }
  return sumOf(terms);
}

/** A rule that looks for items in a list. */
interface ItemSearch {
  /** The items of the list in the form of `lowerTrimSql`. */
  readonly list: Sql;
  readonly items: readonly string[];
  readonly weight: number;
  readonly isNegated: boolean;
}

/** None if the rule is another one, or looks for items in its own way. */
function asSearch({ checked, column, weight, isNegated }: Weighted): ItemSearch[] {
  if (checked.operator !== 'containsAnyOf') return [];
  const { value, folded, lowered, indexed, hasAny } = column;
  const isOfIds = folded === undefined && lowered === undefined && indexed === true;
  if (hasAny !== undefined || isOfIds) return [];
  const list = lowered ?? sql`arrayMap(item -> ${lowerTrimSql(sql`item`)}, ${value})`;
  return [{ list, items: checked.texts, weight, isNegated }];
}

/** Below this many different sets of items, looking for each set by itself costs less. */
const MIN_SETS = 3;
/** Of a number. */
const BITS = 64;

/** The sum for searches of one list, of which those in a set look for the same items. */
function sumOfSearches(sets: readonly (readonly ItemSearch[])[]): Sql[] {
  const always = sets.flat().reduce((sum, { weight, isNegated }) => sum + (isNegated ? weight : 0), 0);
  const terms = [sql`${param('Int32', always)}`];
  for (let at = 0; at < sets.length; at += BITS) terms.push(...sumOfBits(sets.slice(at, at + BITS)));
  return terms;
}

/** Each item sets the bits of the sets that have it; each bit of a list adds the weights of its set once. */
function sumOfBits(sets: readonly (readonly ItemSearch[])[]): Sql[] {
  const [list] = sets.flat().map((search) => search.list);
  if (list === undefined) return [];
  const bits = new Map<string, bigint>();
  for (const [at, [search]] of sets.entries()) {
    for (const item of search?.items ?? []) bits.set(item, (bits.get(item) ?? 0n) | (1n << BigInt(at)));
  }
  const weights = sets.map((searches) =>
    searches.reduce((sum, { weight, isNegated }) => sum + (isNegated ? -weight : weight), 0),
  );
  const found = sql`arrayReduce('groupBitOr', arrayMap(
    item -> transform(item, ${texts([...bits.keys()])}, ${uints([...bits.values()])}, toUInt64(0)), ${list}))`;
  return [
    sql`arraySum(bit -> arrayElement(${param('Array(Int32)', weights)}, bit + ${uint(1)}), bitPositionsToArray(${found}))`,
  ];
}

/** Halves on each level, because the engine limits how deep an expression may be. */
function sumOf(terms: readonly Sql[]): Sql {
  const [first = sql`0`] = terms;
  if (terms.length <= 1) return first;
  const middle = Math.ceil(terms.length / 2);
  return sql`(${sumOf(terms.slice(0, middle))} + ${sumOf(terms.slice(middle))})`;
}
