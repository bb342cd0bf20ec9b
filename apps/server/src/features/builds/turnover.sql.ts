import { emptySql, ident, inSubquery, join, type Sql, sql, texts, uint, uints } from '@quarry/clickhouse';
import { companiesOfSource } from '#server/features/datasets/crm-records.ts';
import type { datasetTables } from '#server/features/datasets/table.ts';
import type { CompiledMarket } from '#server/features/markets/sourcing/compile-market.ts';
import type { UniverseCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { companiesOfDomains, endingSources, isInTime, type Sourcing, survivors } from './source-companies.sql.ts';

/** One of several builds that could come next. */
export interface BuildVariant {
  readonly sourcing: Sourcing;
  /** Those that it queries. */
  readonly markets: readonly CompiledMarket[];
}

type Version = ReturnType<typeof datasetTables>;

export interface TurnoverQuery {
  /** The current version; null before the first build. */
  readonly last: Version | null;
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
const EXCLUDED = 512;
/** Where the two letters of the country stand that the market `added` found a company in: cheaper than another aggregate. */
const COUNTRY_SHIFT = 16;
const countryBits = sql`bitShiftLeft(toUInt32(reinterpretAsUInt16(toString(country))), ${uint(COUNTRY_SHIFT)})`;
const countryOf = sql`reinterpretAsString(toUInt16(bitShiftRight(bits, ${uint(COUNTRY_SHIFT)})))`;

const has = (bit: number): Sql => sql`(bitAnd(bits, ${uint(bit)}) != 0)`;
const sumOf = (bits: readonly number[]): number => bits.reduce((all, bit) => all + bit, 0);

/**
 * One row for each country (only '' unless additions are counted) with the companies of a range: `before` are those that
 * the current version shows and `net_new` those that match and that the client doesn't have; by variant, `fresh` would be
 * new, `known` members stay or return, `staying` are those of them that are shown before; `added` are new companies of
 * the market, `others` those of them with another source.
 */
export function countTurnover(query: TurnoverQuery, range: Sql): Sql {
  const { variants } = query;
  const { excludedIds, calibrationDomains, addsNew } = variants[0].sourcing;
  const isExcluded = has(EXCLUDED);
  const isHidden = calibrationDomains === null ? isExcluded : sql`(NOT ${has(LISTED)} OR ${isExcluded})`;
  const mayEnter = addsNew || calibrationDomains !== null ? sql`NOT ${isHidden}` : sql`false`;
  const count = (condition: Sql): Sql => sql`toUInt32(sumIf(companies, ${condition}))`;
  const each = (condition: (sourced: Sql) => Sql): Sql =>
    sql`[${join(variants.map((_, at) => count(condition(has(sourcedBy(at))))))}]`;
  const isKnown = sql`${has(MEMBER)} AND NOT ${isHidden}`;
  const isAdded = sql`${has(sourcedBy(0))} AND ${has(ADDED)} AND NOT ${has(MEMBER)} AND ${mayEnter}`;
  const excluded =
    excludedIds.length === 0 ? emptySql : sql` + if(part.company_id IN ${uints(excludedIds)}, ${uint(EXCLUDED)}, 0)`;
  // There are millions of companies, and some dozens of different facts about them.
  return sql`SELECT
      ${countryOf} AS country,
      ${count(has(VISIBLE))} AS before,
      ${count(sql`${has(MATCHES)} AND NOT ${has(OWN)} AND NOT ${isExcluded}`)} AS net_new,
      ${each((sourced) => sql`${sourced} AND NOT ${has(MEMBER)} AND ${mayEnter}`)} AS fresh,
      ${each((sourced) => sql`${sourced} AND ${isKnown}`)} AS known,
      ${each((sourced) => sql`${sourced} AND ${isKnown} AND ${has(VISIBLE)}`)} AS staying,
      ${count(isAdded)} AS added,
      ${count(sql`${isAdded} AND ${has(OTHERS)}`)} AS others
    FROM (
      SELECT toUInt32(facts) AS bits, count() AS companies
      FROM (
        SELECT groupBitOr(part.bits)${excluded} AS facts
        FROM (${join(reasons(query, range), ' UNION ALL ')}) AS part
        GROUP BY part.company_id)
      GROUP BY bits)
    GROUP BY country`;
}

/** Each source of companies as a statement: `company_id`, `bits`. */
function reasons(query: TurnoverQuery, range: Sql): Sql[] {
  const { last, variants, matching, added } = query;
  const { sourcing } = variants[0];
  const every = sumOf(variants.map((_, at) => sourcedBy(at)));
  const row = (bits: Sql, companies: Sql): Sql => sql`SELECT company_id, ${bits} AS bits FROM (${companies})`;
  const parts = [row(wide(0), sql`SELECT toUInt64(0) AS company_id WHERE false`)];
  const onCompanies: ReasonOnCompanies[] = [];
  if (matching !== null) {
    const bits = wide(MATCHES + (sourcing.criteria === null ? 0 : every + OTHERS));
    if (matching.onCompanies !== null) onCompanies.push({ holds: matching.onCompanies, bits });
    else parts.push(row(bits, matching.matching(range, mandatoryRules(), [])));
  }
  if (last !== null) parts.push(membersOf(query, last, range));
  if (sourcing.calibrationDomains !== null)
    parts.push(row(wide(LISTED + OTHERS + every), companiesOfDomains(range, sourcing.calibrationDomains)));
  for (const source of sourcing.crmSources) {
    const holds = inSubquery(sql`company_id`, companiesOfSource(source));
    onCompanies.push({ holds, bits: wide(OTHERS + every) });
  }
  for (const market of new Set(variants.flatMap(({ markets }) => markets))) {
    const { criteria } = market;
    const querying = sumOf(variants.map(({ markets }, at) => (markets.includes(market) ? sourcedBy(at) : 0)));
    const bits = market === added ? sql`(${wide(querying + ADDED)} + ${countryBits})` : wide(querying + OTHERS);
    const inTime = isInTime(market);
    if (criteria.onCompanies !== null) onCompanies.push({ holds: sql`${criteria.onCompanies} AND ${inTime}`, bits });
    else {
      const country = market === added ? [{ name: 'country', value: sql`country` }] : [];
      parts.push(row(bits, criteria.matching(range, sql`${mandatoryRules()} AND ${inTime}`, country)));
    }
  }
  if (onCompanies.length > 0) parts.push(scanOf(onCompanies, range));
  return parts;
}

const wide = (bits: number): Sql => sql`toUInt32(${uint(bits)})`;

/** The members of the current version; merged ones as their survivors. */
function membersOf({ hasMerges, hiddenIds, variants }: TurnoverQuery, last: Version, range: Sql): Sql {
  const kept = variants.map((variant, at) => sql`if(${isKept(variant.sourcing)}, ${uint(sourcedBy(at))}, 0)`);
  const isVisible =
    hiddenIds.length === 0 ? sql`NOT is_hidden` : sql`NOT is_hidden AND company_id NOT IN ${uints(hiddenIds)}`;
  const { newId, join: merged } = survivors(hasMerges);
  return sql`SELECT new_id AS company_id, toUInt32(bits + is_own * ${uint(OWN)}) AS bits
    FROM (
      SELECT ${newId} AS new_id, member.bits AS bits, (new_id = member.old_id) AS is_own
      FROM (
        SELECT company_id AS old_id, ${wide(MEMBER)} + if(${isVisible}, ${uint(VISIBLE)}, 0) + ${join(kept, ' + ')} AS bits
        FROM ${ident(last.database, last.members)}
        ${hasMerges ? emptySql : sql`WHERE ${range}`}) AS member
      ${merged})
    WHERE ${range}`;
}

/** A source that only needs the company's own row. */
interface ReasonOnCompanies {
  /** A condition over `companies`. */
  readonly holds: Sql;
  readonly bits: Sql;
}

/** Such sources share one scan: most of its time goes into the mandatory rules. */
function scanOf(onCompanies: readonly ReasonOnCompanies[], range: Sql): Sql {
  const bits = onCompanies
    .map(({ holds, bits: own }) => sql`if(${holds}, ${own}, 0)`)
    .reduce((one, other) => sql`bitOr(${one}, ${other})`);
  return sql`SELECT company_id, ${bits} AS bits
    FROM ${readTable('companies')}
    WHERE ${range} AND ${mandatoryRules()} AND bits != 0`;
}

/** A member keeps a source in the build. */
function isKept(sourcing: Sourcing): Sql {
  const ending = endingSources(sourcing);
  return ending.length === 0
    ? sql`notEmpty(sources)`
    : sql`arrayExists(source -> source NOT IN ${texts(ending)}, sources)`;
}
