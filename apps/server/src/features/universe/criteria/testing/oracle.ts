import { sql, type Warehouse } from '@quarry/clickhouse';
import type { DataBlockConfig } from '@quarry/contracts';
import { expandRegions, type FieldValue, foldText, keywordMatcher } from '@quarry/filters';
import { z } from 'zod';
import type { BlockTable } from '../../block-table.ts';
import { BLOCK_TABLES, BLOCKS } from '../../blocks/index.ts';
import { readTable, type UniverseTable } from '../../universe-table.ts';

type RawRow = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

const rawRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]));

/** Every row of the universe, in memory. */
export interface RawUniverse {
  readonly companies: ReadonlyMap<string, RawRow>;
  /** By table, then by company. */
  readonly rows: Readonly<Record<string, ReadonlyMap<string, readonly RawRow[]>>>;
  /** `<block> <company_id>` of everything collected. */
  readonly collected: ReadonlySet<string>;
}

export async function readRawUniverse(warehouse: Warehouse): Promise<RawUniverse> {
  const read = (table: UniverseTable | BlockTable) =>
    warehouse.rows(sql`SELECT * FROM ${readTable(table)}`, rawRow, { lane: 'jobs' });
  const rows: Record<string, Map<string, RawRow[]>> = {};
  for (const table of BLOCK_TABLES) rows[table.name] = Map.groupBy(await read(table), (row) => String(row.company_id));
  const collected = await read('collections');
  return {
    companies: new Map([...(rows.companies ?? [])].flatMap(([id, [row]]) => (row === undefined ? [] : [[id, row]]))),
    rows,
    collected: new Set(collected.map((row) => `${textOf(row.block)} ${textOf(row.company_id)}`)),
  };
}

/** Firmographics that are not plain columns. */
const FIRMOGRAPHICS: Readonly<Record<string, (row: RawRow) => FieldValue>> = {
  company_name: (row) => textOf(row.name),
  primary_domain: (row) => textOf(row.domain),
  linked_in_url: (row) =>
    textOf(row.linked_in_id) === '' ? '' : `https://www.linkedin.com/company/${textOf(row.linked_in_id)}`,
  employee_range: employeeRange,
};

function employeeRange({ employee_count, employee_count_min }: RawRow): string {
  const size = employee_count ?? employee_count_min;
  if (typeof size !== 'number') return '';
  const ranges: [number, string][] = [
    [10, '1-10'],
    [50, '11-50'],
    [200, '51-200'],
    [500, '201-500'],
    [1000, '501-1000'],
    [5000, '1001-5000'],
    [10_000, '5001-10000'],
  ];
  return ranges.find(([max]) => size <= max)?.[1] ?? '10001+';
}

/** The static fields of a company by `block/field`. */
export function staticValues(universe: RawUniverse, companyId: string): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  for (const block of BLOCKS) {
    if (block.isParameterisedWithDynamicConfig) continue;
    const [row] = universe.rows[block.table.name]?.get(companyId) ?? [];
    for (const { internalName } of block.fields) {
      const key = `${block.blockName}/${internalName}`;
      const special = block.blockName === 'firmographics' ? FIRMOGRAPHICS[internalName] : undefined;
      const column = key === 'funding/funding_as_of' ? 'as_of' : internalName;
      values[key] = row === undefined ? null : (special?.(row) ?? row[column] ?? null);
    }
  }
  return values;
}

const textOf = (value: FieldValue): string => (typeof value === 'string' ? value : '');
const numberOf = (value: FieldValue): number | null => (typeof value === 'number' ? value : null);

const readConfig = z.looseObject({
  onlyOpenJobs: z.boolean().optional(),
  onlyOldJobs: z.boolean().optional(),
});

/** A list of a config without repeated entries; empty if the config lacks it. */
function listIn(config: Readonly<Record<string, unknown>>, name: string): string[] {
  return [...new Set(z.array(z.string()).default([]).parse(config[name]))];
}

/** True if the text has a positive keyword and no negative one; an empty list does not restrict. */
function matchesKeywords(text: FieldValue, positive: readonly string[], negative: readonly string[]): boolean {
  const holds = (keywords: readonly string[]) => keywordMatcher(keywords)(textOf(text));
  return (positive.length === 0 || holds(positive)) && (negative.length === 0 || !holds(negative));
}

const isIn = (value: FieldValue, allowed: readonly string[]): boolean =>
  allowed.length === 0 || allowed.includes(textOf(value));

const distinct = (values: readonly FieldValue[]): string[] =>
  [...new Set(values.map((value) => textOf(value).trim()))].filter((value) => value !== '').sort();

function days(values: readonly FieldValue[]): string[] {
  return values.filter((value) => typeof value === 'string').sort();
}

/** The fields of a company under a config, by internal name; a missing field has no value. */
type Fields = Readonly<Record<string, FieldValue>>;

function jobFields(rows: readonly RawRow[], config: DataBlockConfig['config']): Fields {
  const { onlyOldJobs = false, onlyOpenJobs = !onlyOldJobs } = readConfig.parse(config);
  const list = (name: string) => listIn(config, name);
  const found = rows.filter(
    (row) =>
      (!onlyOpenJobs || row.is_open === true) &&
      (!onlyOldJobs || row.is_open === false) &&
      isIn(row.country ?? null, expandRegions(list('countries'))) &&
      matchesKeywords(row.title, list('titleKeywords'), list('negativeTitleKeywords')) &&
      matchesKeywords(row.description, list('descriptionKeywords'), list('negativeDescriptionKeywords')),
  );
  const posted = days(found.map((row) => row.posted_at));
  return {
    count: found.length,
    titles: distinct(found.map((row) => row.title)).slice(0, 50),
    countries: distinct(found.map((row) => row.country)),
    first_posted_at: posted[0] ?? null,
    last_posted_at: posted.at(-1) ?? null,
    has_any: found.length > 0,
  };
}

function teamFields(rows: readonly RawRow[], config: DataBlockConfig['config']): Fields {
  const list = (name: string) => listIn(config, name);
  const team = rows.filter((row) => row.is_current === true);
  const found = team.filter(
    (row) =>
      isIn(row.country ?? null, expandRegions(list('countries'))) &&
      isIn(row.department ?? null, list('departments')) &&
      isIn(row.seniority ?? null, list('seniorities')) &&
      matchesKeywords(row.position, list('positionKeywords'), list('negativePositionKeywords')),
  );
  return {
    count: found.length,
    share_of_team: team.length === 0 ? null : found.length / team.length,
    positions: distinct(found.map((row) => row.position)).slice(0, 50),
    seniorities: distinct(found.map((row) => row.seniority)),
    countries: distinct(found.map((row) => row.country)),
    newest_start_at: days(found.map((row) => row.started_at)).at(-1) ?? null,
    has_any: found.length > 0,
  };
}

function matchedKeywords(texts: readonly string[], keywords: readonly string[]): string[] {
  return keywords.filter((keyword) => texts.some(keywordMatcher([keyword])));
}

function reviewFields(rows: readonly RawRow[], config: DataBlockConfig['config']): Fields {
  const positive = listIn(config, 'positiveKeywords');
  const both = (row: RawRow): string => `${textOf(row.review_title)}\n${textOf(row.review)}`;
  const found = rows.filter((row) => matchesKeywords(both(row), positive, listIn(config, 'negativeKeywords')));
  const ratings = found.map((row) => numberOf(row.rating)).filter((rating) => rating !== null);
  const average = ratings.reduce((one, other) => one + other, 0) / ratings.length;
  return {
    count: found.length,
    average_rating: ratings.length === 0 ? null : Math.floor(average * 10 + 0.5) / 10,
    last_reviewed_at: days(found.map((row) => row.reviewed_at)).at(-1) ?? null,
    matched_keywords: matchedKeywords(found.map(both), positive),
    has_any: found.length > 0,
  };
}

function featureFields(rows: readonly RawRow[], config: DataBlockConfig['config']): Fields {
  const keywords = listIn(config, 'keywords');
  const both = (row: RawRow): string => `${textOf(row.feature)}\n${textOf(row.description)}`;
  const found = rows.filter((row) => matchesKeywords(both(row), keywords, []));
  return {
    count: found.length,
    matched_keywords: matchedKeywords(found.map(both), keywords),
    has_any: found.length > 0,
  };
}

/** Counts the hits of a plain word, which may end in an asterisk. */
function hitsOf(text: string, keyword: string): number {
  const word = foldText(keyword)
    .replace(/\*$/, '')
    .replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
    .replaceAll(/[\s/_-]+/g, '[\\s/_-]+');
  const end = keyword.endsWith('*') ? '' : '(?![\\p{L}\\p{N}+#])';
  return [...foldText(text).matchAll(new RegExp(`(?<![\\p{L}\\p{N}+#])${word}${end}`, 'gu'))].length;
}

function pageFields(rows: readonly RawRow[], config: DataBlockConfig['config']): Fields {
  const keywords = listIn(config, 'keywords');
  const found = rows.filter((row) => row.page_type === 'home' && matchesKeywords(row.text, keywords, []));
  const texts = found.map((row) => textOf(row.text));
  const hits = texts.flatMap((text) => keywords.map((keyword) => hitsOf(text, keyword)));
  return {
    has_any: found.length > 0,
    matched_keywords: matchedKeywords(texts, keywords),
    match_count: hits.reduce((one, other) => one + other, 0),
    // Only its presence matters here; block-rows.test.ts compares its text.
    snippet: found.length > 0 ? 'some text' : null,
  };
}

const FIELDS_OF: Readonly<Record<string, (rows: readonly RawRow[], config: DataBlockConfig['config']) => Fields>> = {
  jobs: jobFields,
  team_members: teamFields,
  software_reviews: reviewFields,
  software_features: featureFields,
  main_page_text: pageFields,
};

/** The fields of a company under a config, by `block/field#configId`; all null if the block was not collected. */
export function dynamicValues(
  universe: RawUniverse,
  companyId: string,
  { blockName, config, configId }: DataBlockConfig,
): Record<string, FieldValue> {
  const block = BLOCKS.find((candidate) => candidate.blockName === blockName);
  const compute = FIELDS_OF[blockName];
  if (block === undefined || compute === undefined) throw new Error(`No block ${blockName}`);
  const isCollected = universe.collected.has(`${blockName} ${companyId}`);
  const fields = isCollected ? compute(universe.rows[block.table.name]?.get(companyId) ?? [], config) : {};
  return Object.fromEntries(
    block.fields.map(({ internalName }) => [`${blockName}/${internalName}#${configId}`, fields[internalName] ?? null]),
  );
}
