/**
 * Merges rows into the records of their companies. Empty values never erase anything. The first row of an import about
 * a company is `newer`, unless the record has a later date: it replaces the record's values. All other rows only fill
 * gaps. So each field gets its first non-empty value in the order newer row, record, other rows, and merging a row again
 * changes nothing.
 */
import { ident, instant, join, type Slot, type Sql, sql } from '@quarry/clickhouse';
import { readTable } from '../universe-table.ts';
import { CONTENT_FIELDS, type ContentField, contentKind } from './company-record.ts';
import { contentColumns, contentHash, scratch } from './scratch-tables.ts';

/** Fields that belong together: a row with one of them replaces them all. */
const GROUPS: readonly (readonly ContentField[])[] = [
  ['employee_count', 'employee_count_min', 'employee_count_max'],
  ['industry', 'subindustry', 'industry_scheme'],
  ['founded_year', 'founded_year_basis'],
  ['ticker', 'exchange', 'market_cap_class'],
  ['total_funding_usd', 'funding_as_of'],
];

function isFilled(field: ContentField): Sql {
  const kind = contentKind(field);
  if (kind === 'text') return sql`${ident(field)} != ''`;
  return kind === 'list' ? sql`notEmpty(${ident(field)})` : sql`isNotNull(${ident(field)})`;
}

const merged = (field: ContentField): Slot => ident(`merged_${field}`);

/** The value of the first item that fits. */
const first = (value: Slot, order: Sql, fits: Sql): Sql => sql`argMinIf(${value}, ${order}, ${fits}) OVER so_far`;

const PRIORITY = sql`priority`;

function mergedGroup(group: readonly ContentField[]): Sql[] {
  const values = first(sql`tuple(${contentColumns(group)})`, PRIORITY, join(group.map(isFilled), ' OR '));
  const name = ident(`group_${group[0] ?? ''}`);
  const elements = group.map((field, at) => sql`tupleElement(${name}, ${ordinal(at)}) AS ${merged(field)}`);
  return [sql`${values} AS ${name}`, ...elements];
}

const ORDINALS = [sql`1`, sql`2`, sql`3`] as const;
const ordinal = (at: number): Sql => ORDINALS[at] ?? sql`0`;

/** A row with another country moves the company, if it is newer; else its region and city are about another place. */
function mergedPlace(field: 'region' | 'city'): Sql {
  const isHere = sql`${isFilled(field)} AND country IN ('', last_country)`;
  return sql`if(turn = 0, ${ident(field)}, ${first(ident(field), PRIORITY, isHere)})`;
}

const OWN_RULES: Partial<Record<ContentField, Sql>> = {
  region: mergedPlace('region'),
  city: mergedPlace('city'),
  source: first(sql`source`, sql`turn`, isFilled('source')),
  sources: sql`uniqExactArray(sources) OVER so_far`,
  as_of: sql`max(as_of) OVER so_far`,
};

const grouped = new Set(GROUPS.flat());
const single = CONTENT_FIELDS.filter((field) => !grouped.has(field) && OWN_RULES[field] === undefined);

const MERGED_FIELDS = join(
  [
    ...GROUPS.flatMap(mergedGroup),
    ...CONTENT_FIELDS.flatMap((field) => {
      const rule = OWN_RULES[field];
      return rule === undefined ? [] : [sql`${rule} AS ${merged(field)}`];
    }),
    ...single.map((field) => sql`${first(ident(field), PRIORITY, isFilled(field))} AS ${merged(field)}`),
  ],
  ',\n',
);

const TOUCHED = sql`SELECT company_id FROM ${scratch('resolved')}`;

/** Stored elsewhere than in `companies`. Synthetic values are left out: real ones replace them. */
const ELSEWHERE: ReadonlySet<ContentField> = new Set(['total_funding_usd', 'funding_as_of', 'technologies']);

/** The records as they are stored: turn 0 of each company. */
const RECORDS = sql`
  SELECT company_id, toInt64(0) AS turn, domain, linked_in_id,
    ${join(CONTENT_FIELDS.map((field) => sql`${ELSEWHERE.has(field) ? ident(field) : ident('company', field)} AS ${ident(field)}`))},
    toUInt64(0) AS row_hash, false AS is_clear, is_domain_live, first_seen_at, version
  FROM (SELECT * FROM ${readTable('companies')} WHERE company_id GLOBAL IN (${TOUCHED})) AS company
  GLOBAL ANY LEFT JOIN (
    SELECT company_id, total_funding_usd, as_of AS funding_as_of FROM ${readTable('funding')}
    WHERE company_id GLOBAL IN (${TOUCHED}) AND NOT is_synthetic
  ) AS money USING (company_id)
  GLOBAL ANY LEFT JOIN (
    SELECT company_id, technologies FROM ${readTable('technographics')}
    WHERE company_id GLOBAL IN (${TOUCHED}) AND NOT is_synthetic
  ) AS used USING (company_id)`;

/** The rows about each company: turns 1, 2, … in the order of the file. */
const ROWS = sql`
  SELECT company_id, toInt64(turn) AS turn, named_domain AS domain, named_linked_in_id AS linked_in_id,
    ${contentColumns()},
    row_hash, is_clear, CAST(NULL AS Nullable(Bool)) AS is_domain_live,
    toDateTime64(0, 3, 'UTC') AS first_seen_at, toUInt64(0) AS version
  FROM ${scratch('rows')} AS read
  GLOBAL ANY INNER JOIN (
    SELECT row, company_id, named_domain, named_linked_in_id, is_clear,
      row_number() OVER (PARTITION BY company_id ORDER BY row) AS turn
    FROM ${scratch('resolved')}
  ) AS found USING (row)`;

const SO_FAR = sql`(PARTITION BY company_id ORDER BY turn ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
const COMPANY = sql`(PARTITION BY company_id)`;

const ITEMS = sql`
  SELECT *,
    max(turn = 0) OVER company AS has_record,
    company_id GLOBAL IN (SELECT company_id FROM ${scratch('seen')} WHERE company_id GLOBAL IN (${TOUCHED})) AS is_seen,
    turn = 1 AND NOT is_seen AND NOT ifNull(as_of < maxIf(as_of, turn = 0) OVER company, false) AS is_newer,
    if(is_newer, -1, turn) AS priority
  FROM (${RECORDS} UNION ALL ${ROWS})
  WINDOW company AS ${COMPANY}`;

const STATES = sql`
  SELECT company_id, turn, has_record, is_seen, is_newer, is_clear, row_hash, sources, is_domain_live, first_seen_at, version,
    total_funding_usd, funding_as_of, technologies,
    max(domain) OVER so_far AS merged_domain,
    max(linked_in_id) OVER so_far AS merged_linked_in_id,
    ${MERGED_FIELDS}
  FROM (SELECT *, argMinIf(country, priority, country != '') OVER company AS last_country FROM (${ITEMS}) WINDOW company AS ${COMPANY})
  WINDOW so_far AS ${SO_FAR}`;

const CHANGES = sql`
  SELECT *, turn > 0 AND (state != lagInFrame(state) OVER so_far OR (turn = 1 AND NOT has_record)) AS is_change
  FROM (SELECT *, ${contentHash([sql`merged_domain`, sql`merged_linked_in_id`], merged)} AS state FROM (${STATES}))
  WINDOW so_far AS ${SO_FAR}`;

const MONEY = sql`toString(tuple(total_funding_usd, funding_as_of))`;

/** In a dry run, a company may have been seen and yet have no record; its rows count as unchanged. */
export const insertMerged = (now: Date): Sql => sql`
  INSERT INTO ${scratch('merged')} (company_id, domain, linked_in_id, ${contentColumns()},
    is_domain_live, first_seen_at, import_hash, version, created_rows, updated_rows, unchanged_rows,
    has_new_funding, has_new_technologies)
  SELECT company_id, argMax(merged_domain, turn), argMax(merged_linked_in_id, turn),
    ${join(CONTENT_FIELDS.map(finalValue))},
    anyIf(is_domain_live, turn = 0), if(max(has_record), maxIf(first_seen_at, turn = 0), ${instant(now)}),
    argMaxIf(if(is_newer AND is_clear, row_hash, 0), turn, is_change),
    max(version) + 1,
    countIf(turn = 1 AND NOT has_record AND NOT is_seen) AS created,
    countIf(is_change AND has_record) + countIf(is_change AND turn > 1 AND NOT has_record AND NOT is_seen) AS updated,
    countIf(turn > 0) - created - updated,
    argMax(toString(tuple(merged_total_funding_usd, merged_funding_as_of)), turn)
      != if(max(has_record), anyIf(${MONEY}, turn = 0), toString((NULL, NULL))),
    argMax(merged_technologies, turn) != anyIf(technologies, turn = 0)
  FROM (${CHANGES})
  GROUP BY company_id`;

/** Texts and lists cannot be null, so `argMax` of them takes the last turn; the others go through a tuple to keep null. */
function finalValue(field: ContentField): Sql {
  if (field === 'sources') {
    return sql`arrayDistinct(arrayFlatten(arrayMap(item -> item.2, arraySort(item -> item.1, groupArray((turn, sources))))))`;
  }
  const kind = contentKind(field);
  return kind === 'text' || kind === 'list'
    ? sql`argMax(${merged(field)}, turn)`
    : sql`tupleElement(argMax(tuple(${merged(field)}), turn), 1)`;
}
