import {
  bool,
  emptySql,
  ident,
  inSubquery,
  instant,
  join,
  type Sql,
  sql,
  text,
  texts,
  uint,
  uints,
} from '@quarry/clickhouse';
import { CALIBRATION, CRITERIA } from '#server/features/datasets/sources.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { MEMBER_COLUMN_NAMES } from '#server/features/datasets/table-definitions.ts';
import type { CompiledMarket } from '#server/features/markets/sourcing/compile-market.ts';
import type { UniverseCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { type IdRange, inRange } from '#server/features/universe/id-ranges.ts';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import { universeQuality } from '#server/features/universe/quality.ts';
import { readTable } from '#server/features/universe/universe-table.ts';

type Tables = ReturnType<typeof datasetTables>;

const memberColumns = (): Sql => join(MEMBER_COLUMN_NAMES.map((name) => ident(name)));

/**
 * Copies the members of the last version into a table ordered by company. Companies merged since then get the
 * survivor's id. `hash` is the expression that their data is compared by.
 */
export function copyPrevious(tables: Tables, last: Tables, hash: Sql, hasMerges: boolean): Sql {
  const members = sql`
    SELECT
      __company_id AS old_id,
      __added_at AS added_at,
      __updated_at AS updated_at,
      __sources AS sources,
      ${hash} AS content_hash
    FROM ${ident(last.database, last.dataset)}
    UNION ALL
    SELECT company_id AS old_id, added_at, updated_at, sources, content_hash
    FROM ${ident(last.database, last.members)}
    WHERE is_hidden`;
  const merged = hasMerges
    ? sql`GLOBAL LEFT JOIN (SELECT company_id, merged_into FROM ${readTable('merged_companies')}) AS merge
        ON merge.company_id = member.old_id`
    : emptySql;
  const newId = hasMerges ? sql`if(merge.merged_into = 0, member.old_id, merge.merged_into)` : sql`member.old_id`;
  return sql`INSERT INTO ${ident(tables.database, tables.previous)} (${memberColumns()}, is_own_id)
    SELECT
      ${newId} AS new_id,
      member.added_at,
      member.updated_at,
      member.sources,
      member.content_hash,
      new_id = member.old_id
    FROM (${members}) AS member
    ${merged}`;
}

export interface Sourcing {
  /** Null if this build doesn't use the criteria. */
  readonly criteria: UniverseCriteria | null;
  /** Companies that stopped matching lose the criteria as their source. */
  readonly dropsUnmatched: boolean;
  /** Companies that were not in the dataset may enter. */
  readonly addsNew: boolean;
  /** The only domains to show; null outside calibration mode. */
  readonly calibrationDomains: readonly string[] | null;
  readonly excludedIds: readonly string[];
  readonly startedAt: Date;
}

/** Sources that end with this build. */
function endingSources({ calibrationDomains, criteria, dropsUnmatched }: Sourcing): string[] {
  return [
    ...(calibrationDomains === null ? [CALIBRATION] : []),
    ...(criteria !== null && dropsUnmatched ? [CRITERIA] : []),
  ];
}

const bestOf = ({ startedAt }: Sourcing) => ({
  name: 'quality',
  value: universeQuality(startedAt.toISOString().slice(0, 10)),
});

/**
 * Writes the companies of one range that a market would bring in: they match and have no other source that lasts. A
 * static market only knows companies first seen before its approval.
 */
export function findOffers(tables: Tables, range: IdRange, sourcing: Sourcing, compiled: CompiledMarket): Sql {
  const { market, source, criteria } = compiled;
  const companies = inRange(sql`company_id`, range);
  const staying = sql`SELECT company_id
    FROM ${ident(tables.database, tables.previous)}
    WHERE ${companies} AND arrayExists(source -> source NOT IN ${texts(endingSources(sourcing))}, sources)`;
  const known = market.isLive ? emptySql : sql`AND first_seen_at <= ${instant(new Date(market.publishedAt))}`;
  const rules = sql`${mandatoryRules()} AND NOT ${inSubquery(sql`company_id`, staying)} ${known}`;
  return sql`INSERT INTO ${ident(tables.database, tables.offers)} (company_id, source, quality)
    SELECT company_id, ${text(source)}, quality
    FROM (${criteria.matching(companies, rules, [bestOf(sourcing)])})`;
}

/**
 * Combines the previous members and the newcomers of one range of company ids. `markets` are the sources of the markets
 * that were queried completely.
 */
export function findCandidates(tables: Tables, range: IdRange, sourcing: Sourcing, markets: readonly string[]): Sql {
  const { calibrationDomains, excludedIds, startedAt } = sourcing;
  const parts = [
    sql`SELECT
        company_id AS id,
        added_at,
        updated_at,
        arrayFilter(source -> source NOT IN ${texts(endingSources(sourcing))}, sources) AS kept,
        ${texts([])} AS offered,
        content_hash,
        toUInt8(1 + is_own_id) AS age,
        false AS is_listed,
        toFloat64(0) AS best
      FROM ${ident(tables.database, tables.previous)}
      WHERE ${inRange(sql`company_id`, range)}`,
  ];
  if (sourcing.criteria !== null) {
    const matches = sourcing.criteria.matching(inRange(sql`company_id`, range), mandatoryRules(), [bestOf(sourcing)]);
    const rows = sql`SELECT company_id, quality FROM (${matches})`;
    parts.push(newcomers(rows, startedAt, { kept: sql`[${text(CRITERIA)}]` }));
  }
  if (calibrationDomains !== null) {
    const rows = companiesOfDomains(range, calibrationDomains);
    parts.push(newcomers(rows, startedAt, { kept: sql`[${text(CALIBRATION)}]`, isListed: true }));
  }
  if (markets.length > 0) {
    const rows = sql`SELECT company_id, quality, source
      FROM ${ident(tables.database, tables.offers)}
      WHERE ${inRange(sql`company_id`, range)} AND source IN ${texts(markets)}`;
    parts.push(newcomers(rows, startedAt, { offered: sql`[toString(source)]` }));
  }
  const isExcluded = excludedIds.length === 0 ? sql`false` : sql`id IN ${uints(excludedIds)}`;
  const isHidden = calibrationDomains === null ? isExcluded : sql`(NOT max(is_listed) OR ${isExcluded})`;
  // Excluded members stay, hidden, so that they can come back with their history.
  const excluded = excludedIds.length === 0 ? emptySql : sql`AND (max(age) > 0 OR NOT ${isExcluded})`;
  const onlyKnown = sourcing.addsNew || calibrationDomains !== null ? emptySql : sql`AND max(age) > 0`;
  // An existing member gets a market as a source only if nothing else keeps it.
  const own = sql`groupUniqArrayArray(part.kept)`;
  const all = sql`if(
    max(part.age) > 0 AND notEmpty(${own}),
    ${own},
    arrayConcat(${own}, groupUniqArrayArray(part.offered)))`;
  return sql`INSERT INTO ${ident(tables.database, tables.candidates)} (${memberColumns()}, is_new, is_hidden, quality)
    SELECT
      id,
      min(part.added_at),
      argMax(part.updated_at, part.age),
      arraySort(${all}) AS sources,
      argMax(part.content_hash, part.age),
      max(part.age) = 0,
      ${isHidden},
      max(part.best)
    FROM (${join(parts, ' UNION ALL ')}) AS part
    GROUP BY part.id AS id
    HAVING notEmpty(sources) ${onlyKnown} ${excluded}`;
}

/** Companies (`company_id`, `quality`) as candidates, with the sources that keep them or that markets offer. */
function newcomers(
  companies: Sql,
  startedAt: Date,
  {
    kept = sql`${texts([])}`,
    offered = sql`${texts([])}`,
    isListed = false,
  }: { kept?: Sql; offered?: Sql; isListed?: boolean },
): Sql {
  return sql`SELECT
      company_id AS id,
      toDateTime(${instant(startedAt)}, 'UTC') AS added_at,
      NULL AS updated_at,
      ${kept} AS kept,
      ${offered} AS offered,
      toUInt64(0) AS content_hash,
      toUInt8(0) AS age,
      ${bool(isListed)} AS is_listed,
      quality AS best
    FROM (${companies})`;
}

/** The companies with any of the domains, aliases included. */
function companiesOfDomains(range: IdRange, domains: readonly string[]): Sql {
  const byName = sql`SELECT company_id
    FROM ${readTable('identities')}
    WHERE kind IN ('domain', 'alias') AND value IN ${texts(domains)}`;
  return sql`SELECT company_id, toFloat64(0) AS quality
    FROM ${readTable('companies')}
    WHERE ${inRange(sql`company_id`, range)}
      AND (domain IN ${texts(domains)} OR ${inSubquery(sql`company_id`, byName)})`;
}

export function countCandidates(tables: Tables): Sql {
  return sql`SELECT toUInt32(countIf(NOT is_new AND NOT is_hidden)) AS known, toUInt32(countIf(is_new)) AS fresh
    FROM ${ident(tables.database, tables.candidates)}`;
}

/** Makes the candidates members; of the new ones only the best `room`, or all if it is null. */
export function admitMembers(tables: Tables, room: number | null): Sql {
  const candidates = ident(tables.database, tables.candidates);
  const firstWithheld = sql`SELECT (quality, company_id)
    FROM ${candidates}
    WHERE is_new
    ORDER BY quality DESC, company_id DESC
    LIMIT 1 OFFSET ${uint(room ?? 0)}`;
  const admitted = room === null ? emptySql : sql`WHERE NOT is_new OR (quality, company_id) > (${firstWithheld})`;
  return sql`INSERT INTO ${ident(tables.database, tables.members)} (${memberColumns()}, is_hidden)
    SELECT ${memberColumns()}, is_hidden
    FROM ${candidates}
    ${admitted}`;
}

/** Counts the new companies of each source that became members and those that the limit kept out. */
export function countBySource(tables: Tables, sources: readonly string[]): Sql {
  const members = sql`SELECT company_id FROM ${ident(tables.database, tables.members)}`;
  const isMember = inSubquery(sql`company_id`, members);
  return sql`SELECT source, toUInt32(countIf(${isMember})) AS added, toUInt32(countIf(NOT ${isMember})) AS withheld
    FROM ${ident(tables.database, tables.candidates)}
    ARRAY JOIN sources AS source
    WHERE is_new AND source IN ${texts(sources)}
    GROUP BY source`;
}

/** Counts the members, and the last version's companies in total and without those that stayed members. */
export function countMembers(tables: Tables): Sql {
  const members = ident(tables.database, tables.members);
  const isLost = sql`NOT ${inSubquery(sql`company_id`, sql`SELECT company_id FROM ${members}`)}`;
  return sql`SELECT
      toUInt32(uniqExact(company_id)) AS last,
      toUInt32(uniqExactIf(company_id, ${isLost})) AS lost,
      toUInt32((SELECT count() FROM ${members})) AS members
    FROM ${ident(tables.database, tables.previous)}`;
}
