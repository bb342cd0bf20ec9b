import { ident, inSubquery, join, type Sql, sql, texts, uint, uints } from '@quarry/clickhouse';
import { companiesOfSource } from '#server/features/datasets/crm-records.ts';
import type { datasetTables } from '#server/features/datasets/table.ts';
import type { CompiledMarket } from '#server/features/markets/sourcing/compile-market.ts';
import type { UniverseCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { companiesOfDomains, endingSources, mayBeOffered, type Sourcing, survivors } from './source-companies.sql.ts';

/** One of several builds that could come next. */
export interface BuildVariant {
  readonly sourcing: Sourcing;
  /** Those that it queries. */
  readonly markets: readonly CompiledMarket[];
}

export interface TurnoverQuery {
  /** The current version; null before the first build. */
  readonly last: ReturnType<typeof datasetTables> | null;
  readonly hasMerges: boolean;
  /** Excluded companies that the current version still has. */
  readonly hiddenIds: readonly string[];
  /** They differ only in their markets and in what members lose. */
  readonly variants: readonly [BuildVariant, BuildVariant];
  /** The criteria whose net-new companies are counted; those of the variants if these use criteria. */
  readonly matching: UniverseCriteria | null;
  /** The market of the first variant whose additions are counted by country. */
  readonly added: CompiledMarket | null;
}

// Facts about a company, one bit each: numbers are grouped much faster than lists of sources.

/** The current version has it, shown or hidden. */
const MEMBER = 1;
/** The current version shows it. */
const VISIBLE = 2;
/** A member under this very id, not one that was merged into it. */
const OWN = 4;
const LISTED = 8;
const MATCHES = 16;
const ADDED = 32;
/** A source of new companies other than the market `added` has it. */
const OTHERS = 64;
/** A variant has a source for it. */
const sourcedBy = (variant: number): number => 128 * 2 ** variant;

const has = (bit: number): Sql => sql`(bitAnd(bits, ${uint(bit)}) != 0)`;
const sumOf = (bits: readonly number[]): number => bits.reduce((all, bit) => all + bit, 0);

/**
 * One row for each country (only '' unless additions are counted) with the companies of a range: `before` are those that
 * the current version shows and `net_new` those that match and that the client doesn't have; by variant, `fresh` would be
 * new, `known` members stay or return, `staying` are those of them that are shown before; `added` are new companies of
 * the market, `others` those of them with another source.
 */
export function countTurnover(query: TurnoverQuery, range: Sql): Sql {
  const { variants, added } = query;
  const { excludedIds, calibrationDomains, addsNew } = variants[0].sourcing;
  const isExcluded = excludedIds.length === 0 ? sql`false` : sql`(id IN ${uints(excludedIds)})`;
  const isHidden = calibrationDomains === null ? isExcluded : sql`(NOT ${has(LISTED)} OR ${isExcluded})`;
  const mayEnter = addsNew || calibrationDomains !== null ? sql`NOT ${isHidden}` : sql`false`;
  const each = (condition: (sourced: Sql) => Sql): Sql =>
    sql`[${join(variants.map((_, at) => sql`toUInt32(countIf(${condition(has(sourcedBy(at)))}))`))}]`;
  const isKnown = sql`${has(MEMBER)} AND NOT ${isHidden}`;
  const isAdded = sql`${has(sourcedBy(0))} AND ${has(ADDED)} AND NOT ${has(MEMBER)} AND ${mayEnter}`;
  return sql`SELECT
      country,
      toUInt32(countIf(${has(VISIBLE)})) AS before,
      toUInt32(countIf(${has(MATCHES)} AND NOT ${has(OWN)} AND NOT ${isExcluded})) AS net_new,
      ${each((sourced) => sql`${sourced} AND NOT ${has(MEMBER)} AND ${mayEnter}`)} AS fresh,
      ${each((sourced) => sql`${sourced} AND ${isKnown}`)} AS known,
      ${each((sourced) => sql`${sourced} AND ${isKnown} AND ${has(VISIBLE)}`)} AS staying,
      toUInt32(countIf(${isAdded})) AS added,
      toUInt32(countIf(${isAdded} AND ${has(OTHERS)})) AS others
    FROM (
      SELECT id, groupBitOr(part.bits) AS bits, ${added === null ? sql`''` : sql`max(part.country)`} AS country
      FROM (${join(reasons(query, range), ' UNION ALL ')}) AS part
      GROUP BY part.company_id AS id)
    GROUP BY country`;
}

/** Each source of companies as a statement: `company_id`, `bits`, `country`. */
function reasons({ last, hasMerges, hiddenIds, variants, matching, added }: TurnoverQuery, range: Sql): Sql[] {
  const { sourcing } = variants[0];
  const every = sumOf(variants.map((_, at) => sourcedBy(at)));
  const row = (bits: number, companies: Sql, country = sql`''`): Sql =>
    sql`SELECT company_id, toUInt64(${uint(bits)}) AS bits, ${country} AS country FROM (${companies})`;
  const parts = [row(0, sql`SELECT toUInt64(0) AS company_id WHERE false`)];
  if (matching !== null) {
    const bits = MATCHES + (sourcing.criteria === null ? 0 : every + OTHERS);
    parts.push(row(bits, matching.matching(range, mandatoryRules(), [])));
  }
  if (last !== null) {
    const kept = variants.map((variant, at) => sql`if(${isKept(variant.sourcing)}, ${uint(sourcedBy(at))}, 0)`);
    const isVisible = hiddenIds.length === 0 ? sql`1` : sql`old_id NOT IN ${uints(hiddenIds)}`;
    const { newId, join: merged } = survivors(hasMerges);
    const bits = (shown: Sql): Sql =>
      sql`toUInt64(${uint(MEMBER)} + if(${shown}, ${uint(VISIBLE)}, 0) + ${join(kept, ' + ')}) AS bits`;
    parts.push(sql`SELECT new_id AS company_id, bits + is_own * ${uint(OWN)} AS bits, '' AS country
      FROM (
        SELECT ${newId} AS new_id, member.bits AS bits, (new_id = member.old_id) AS is_own
        FROM (
          SELECT __company_id AS old_id, __sources AS sources, ${bits(isVisible)}
          FROM ${ident(last.database, last.dataset)}
          UNION ALL
          SELECT company_id AS old_id, sources, ${bits(sql`0`)}
          FROM ${ident(last.database, last.members)}
          WHERE is_hidden) AS member
        ${merged})
      WHERE ${range}`);
  }
  if (sourcing.calibrationDomains !== null)
    parts.push(row(LISTED + OTHERS + every, companiesOfDomains(range, sourcing.calibrationDomains)));
  for (const source of sourcing.crmSources) {
    const isOfSource = inSubquery(sql`company_id`, companiesOfSource(source));
    const companies = sql`SELECT company_id
      FROM ${readTable('companies')}
      WHERE ${range} AND ${mandatoryRules()} AND ${isOfSource}`;
    parts.push(row(OTHERS + every, companies));
  }
  for (const market of new Set(variants.flatMap(({ markets }) => markets))) {
    const querying = variants.map(({ markets }, at) => (markets.includes(market) ? sourcedBy(at) : 0));
    const extra = market === added ? [{ name: 'country', value: sql`toString(country)` }] : [];
    const companies = market.criteria.matching(range, mayBeOffered(market), extra);
    parts.push(
      row(
        sumOf(querying) + (market === added ? ADDED : OTHERS),
        companies,
        market === added ? sql`country` : undefined,
      ),
    );
  }
  return parts;
}

/** A member keeps a source in the build. */
function isKept(sourcing: Sourcing): Sql {
  const ending = endingSources(sourcing);
  return ending.length === 0
    ? sql`notEmpty(sources)`
    : sql`arrayExists(source -> source NOT IN ${texts(ending)}, sources)`;
}
