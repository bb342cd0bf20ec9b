import {
  cleanKeyword,
  expandRegions,
  type FieldValue,
  foldText,
  keywordMatcher,
  keywordPattern,
} from '@quarry/filters';
import type { DetailRow } from './read-detail.ts';

type Config = Readonly<Record<string, unknown>>;

/** The fields of one company by name, and its matching rows. */
export interface Reading {
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly matching: readonly DetailRow[];
}

const list = (config: Config, name: string): string[] => {
  const value = config[name];
  return Array.isArray(value) ? value.map(String) : [];
};
const textOf = (row: DetailRow, name: string): string => String(row[name] ?? '');

/** True if the text has a positive keyword (or there are none) and no negative one. */
function matchesKeywords(text: string, positive: readonly string[], negative: readonly string[] = []): boolean {
  return (positive.length === 0 || keywordMatcher(positive)(text)) && !keywordMatcher(negative)(text);
}

function isIn(value: string, values: readonly string[]): boolean {
  return values.length === 0 || values.includes(value);
}

const countriesOf = (config: Config): string[] =>
  expandRegions(list(config, 'countries')).map((code) => code.toUpperCase());

function distinct(values: readonly string[]): string[] {
  const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return [...new Set(values)].filter((value) => value !== '').sort(order);
}

const trim = (text: string): string => text.replace(/^ +| +$/g, '');
const dates = (rows: readonly DetailRow[], name: string): string[] =>
  rows.flatMap((row) => (typeof row[name] === 'string' ? [row[name]] : [])).sort();

/** Computes each block's fields from the rows of one company; without a matching row, the values of "none". */
export const READ_FIELDS: Readonly<Record<string, (rows: readonly DetailRow[], config: Config) => Reading>> = {
  jobs: (rows, config) => {
    const matching = rows.filter(
      (row) =>
        (config.onlyOpenJobs !== true || row.is_open === true) &&
        (config.onlyOldJobs !== true || row.is_open === false) &&
        isIn(textOf(row, 'country'), countriesOf(config)) &&
        matchesKeywords(textOf(row, 'title'), list(config, 'titleKeywords'), list(config, 'negativeTitleKeywords')) &&
        matchesKeywords(
          textOf(row, 'description'),
          list(config, 'descriptionKeywords'),
          list(config, 'negativeDescriptionKeywords'),
        ),
    );
    const posted = dates(matching, 'posted_at');
    return {
      matching,
      fields: {
        count: matching.length,
        titles: distinct(matching.map((row) => trim(textOf(row, 'title')))).slice(0, 50),
        countries: distinct(matching.map((row) => textOf(row, 'country'))),
        first_posted_at: posted[0] ?? null,
        last_posted_at: posted.at(-1) ?? null,
        has_any: matching.length > 0,
      },
    };
  },
  team_members: (rows, config) => {
    const team = rows.filter((row) => row.is_current === true);
    const matching = team.filter(
      (row) =>
        isIn(textOf(row, 'country'), countriesOf(config)) &&
        isIn(textOf(row, 'department'), list(config, 'departments')) &&
        isIn(textOf(row, 'seniority'), list(config, 'seniorities')) &&
        matchesKeywords(
          textOf(row, 'position'),
          list(config, 'positionKeywords'),
          list(config, 'negativePositionKeywords'),
        ),
    );
    return {
      matching,
      fields: {
        count: matching.length,
        share_of_team: team.length === 0 ? null : matching.length / team.length,
        positions: distinct(matching.map((row) => trim(textOf(row, 'position')))).slice(0, 50),
        seniorities: distinct(matching.map((row) => textOf(row, 'seniority'))),
        countries: distinct(matching.map((row) => textOf(row, 'country'))),
        newest_start_at: dates(matching, 'started_at').at(-1) ?? null,
        has_any: matching.length > 0,
      },
    };
  },
  software_reviews: (rows, config) => {
    const words = (row: DetailRow): string => `${textOf(row, 'review_title')}\n${textOf(row, 'review')}`;
    const positive = list(config, 'positiveKeywords');
    const matching = rows.filter((row) => matchesKeywords(words(row), positive, list(config, 'negativeKeywords')));
    const ratings = matching.flatMap((row) => (typeof row.rating === 'number' ? [row.rating] : []));
    const average = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
    return {
      matching,
      fields: {
        count: matching.length,
        average_rating: ratings.length === 0 ? null : Math.floor(average * 10 + 0.5) / 10,
        last_reviewed_at: dates(matching, 'reviewed_at').at(-1) ?? null,
        matched_keywords: positive.filter((keyword) => matching.some((row) => matchesKeywords(words(row), [keyword]))),
        has_any: matching.length > 0,
      },
    };
  },
  software_features: (rows, config) => {
    const words = (row: DetailRow): string => `${textOf(row, 'feature')}\n${textOf(row, 'description')}`;
    const keywords = list(config, 'keywords');
    const matching = rows.filter((row) => matchesKeywords(words(row), keywords));
    return {
      matching,
      fields: {
        count: matching.length,
        matched_keywords: keywords.filter((keyword) => matching.some((row) => matchesKeywords(words(row), [keyword]))),
        has_any: matching.length > 0,
      },
    };
  },
  main_page_text: (rows, config) => {
    const keywords = list(config, 'keywords');
    const matching = rows
      .filter((row) => row.page_type === 'home' && matchesKeywords(textOf(row, 'text'), keywords))
      .sort((a, b) => newestFirst(a, b, 'fetched_at'));
    const texts = matching.map((row) => textOf(row, 'text'));
    const hits = texts.map((text) => keywords.reduce((sum, keyword) => sum + hitsOf(keyword, text).length, 0));
    return {
      matching,
      fields: {
        has_any: matching.length > 0,
        matched_keywords: keywords.filter((keyword) => texts.some((text) => matchesKeywords(text, [keyword]))),
        match_count: hits.reduce((sum, count) => sum + count, 0),
        snippet: texts[0] === undefined ? null : snippetOf(keywords, texts[0]),
      },
    };
  },
};

/** Rows without a date come last, ties go by item id. */
export function newestFirst(a: DetailRow, b: DetailRow, date: string): number {
  const [left, right] = [textOf(a, date), textOf(b, date)];
  if (left !== right) return left > right ? -1 : 1;
  return Number(BigInt(a.item_id) - BigInt(b.item_id) > 0n) * 2 - 1;
}

/** A keyword's hits in the folded text: first character and length, with the neighbours that the pattern matches. */
function hitsOf(keyword: string, text: string): { start: number; length: number }[] {
  const pattern = keywordPattern(keyword);
  if (pattern === null) return [];
  // Look-around, which the engine lacks, keeps the neighbours out of the hit.
  const bare = pattern
    .replace('(?:^|[^\\p{L}\\p{N}+#])', '(?<![\\p{L}\\p{N}+#])')
    .replace(/\(\?:\$\|\[\^\\p\{L\}\\p\{N\}\+#\]\)$/, '(?![\\p{L}\\p{N}+#])');
  const folded = foldText(text);
  const [left, right] = [Number(!bare.startsWith('(?:')), Number(bare.includes('(?!'))];
  return Array.from(folded.matchAll(new RegExp(bare, 'gu'))).map((hit) => ({
    start: Array.from(folded.slice(0, hit.index)).length - left,
    length: Array.from(hit[0]).length + left + right,
  }));
}

/** The 160 characters around the first hit. */
export function snippetOf(keywords: readonly string[], text: string): string {
  const [first] = keywords
    .flatMap((keyword) => hitsOf(cleanKeyword(keyword), text).slice(0, 1))
    .sort((a, b) => a.start - b.start || b.length - a.length);
  if (first === undefined) return '';
  const folded = Array.from(foldText(text));
  const source = Array.from(text).length === folded.length ? Array.from(text) : folded;
  const middle = first.start - Math.trunc((160 - first.length) / 2);
  const start = Math.max(0, Math.min(middle, source.length - 160));
  return source.slice(start, start + 160).join('');
}
