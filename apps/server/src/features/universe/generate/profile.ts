import { type Slot, type Sql, sql, text, uint } from '@quarry/clickhouse';
import { type IdRange, inRange } from '../id-ranges.ts';
import { readTable, type UniverseTable } from '../universe-table.ts';
import { type Chance, chanceOf, numberAt, positionOf } from './chance.ts';
import { columns } from './insert-select.ts';
import { COUNTRY_CODES, DOES, LANGUAGE_OF_COUNTRY, TEXT_LANGUAGE_OF } from './vocabulary.ts';
import { INDUSTRIES } from './words/industries.ts';
import { COUNTRIES } from './words/places.ts';
import { TEXT_LANGUAGES } from './words/texts.ts';

export interface Run {
  seed: number;
  /** The day on which dates are based, `yyyy-mm-dd`. */
  today: Sql;
}

/** The companies that get generated rows. */
export type Target = 'synthetic' | 'imported';

/** Inserts generated rows for a range of companies. */
export interface GeneratorStep {
  /** Shown to people while it runs. */
  readonly phase: string;
  readonly table: UniverseTable;
  readonly insert: (run: Run, target: Target, range: IdRange) => Sql;
}

/** Fills a data block with synthetic rows. */
export interface BlockGenerator {
  /** In order; a step can read what earlier ones wrote. */
  readonly steps: readonly GeneratorStep[];
  /** A condition over the columns of `profiles`: the block was collected for the company. */
  readonly isCollected?: (run: Run) => Sql;
}

/** Patterns that map the industry labels of other sources to ours; the first match counts. */
const INDUSTRY_HINTS: readonly (readonly [pattern: string, label: string])[] = [
  ['security|cyber', 'Cybersecurity'],
  ['fintech|bank|insur|financ|payment|capital market|crypto', 'Financial Technology'],
  ['health|bio|pharma|medic|life science', 'Healthcare'],
  ['software|saas|developer|\\bit\\b|internet|data|cloud|artificial|b2b|information tech|analytics', 'Software'],
  ['energy|oil|gas|utilit|solar|climate', 'Energy'],
  ['logist|transport|freight|airline|marine|supply chain', 'Logistics'],
  ['real estate|construct|reit|building|engineering & construction', 'Construction and Real Estate'],
  ['food|bever|agri|farm|packaged foods|tobacco', 'Food and Agriculture'],
  ['retail|apparel|consumer|e-?commerce|luxury|household|textile', 'Retail and E-commerce'],
  ['media|advert|entertain|communication|gaming|publish|marketing', 'Marketing and Media'],
  ['educat|learning', 'Education'],
  ['travel|hotel|restaurant|leisure|hospitality|lodging', 'Travel and Hospitality'],
  ['service|consult|staffing|legal', 'Professional Services'],
];

const LABELS = INDUSTRIES.map((industry) => industry.label);
const OTHER_INDUSTRY = LABELS.indexOf('Manufacturing');

function industryOf(): Sql {
  const described = sql`lower(concat(industry, ' ', subindustry, ' ', arrayStringConcat(categories, ' ')))`;
  let guessed: Slot = uint(OTHER_INDUSTRY);
  for (const [pattern, label] of INDUSTRY_HINTS.toReversed()) {
    guessed = sql`if(match(${described}, ${text(pattern)}), ${uint(LABELS.indexOf(label))}, ${guessed})`;
  }
  const own = positionOf(sql`toString(industry)`, LABELS, LABELS.length);
  return sql`toUInt32(if(${own} < ${uint(LABELS.length)}, ${own}, ${guessed}))`;
}

/** The number of employees, from the record or else random. */
export function estimatedSize(chance: Chance): Sql {
  const byMarketValue = sql`transform(toString(market_cap_class),
    ['Mega Cap', 'Large Cap', 'Mid Cap', 'Small Cap', 'Micro Cap', 'Nano Cap'], [60000, 12000, 3000, 700, 180, 60], 0)`;
  const invented = sql`toInt64(3 + exp10(2.2 * ${chance.share('size')}))`;
  return sql`toFloat64(coalesce(
    employee_count,
    (employee_count_min + coalesce(employee_count_max, 2 * employee_count_min)) / 2,
    nullIf(${byMarketValue}, 0),
    ${invented}))`;
}

/**
 * The companies of a range, as detail statements read them: identity, place, language (`lang`), language of texts
 * (`text_lang`), position of the industry (`ind`), size, and activity (`does`).
 */
export function profiles(run: Run, target: Target, range: IdRange): Sql {
  const chance = chanceOf(run.seed, [sql`company_id`]);
  const isTarget = target === 'synthetic' ? sql`is_synthetic` : sql`NOT is_synthetic`;
  const position = positionOf(sql`toString(country)`, COUNTRY_CODES, COUNTRIES.length);
  const first = sql`SELECT company_id, name, domain, toString(country) AS home, city, founded_year, is_hiring,
      ${columns({
        ind: industryOf(),
        size: estimatedSize(chance),
        lang: sql`toUInt32(${numberAt([...LANGUAGE_OF_COUNTRY, 0], position)})`,
      })}
    FROM ${readTable('companies')}
    WHERE ${inRange(sql`company_id`, range)} AND ${isTarget} AND domain != ''`;
  const softwareShare = INDUSTRIES.map((industry) => industry.software);
  return sql`(SELECT *, ${columns({
    text_lang: sql`toUInt32(${numberAt(TEXT_LANGUAGE_OF, sql`lang`)})`,
    is_software: chance.happens(numberAt(softwareShare, sql`ind`), 'is software'),
    does: chance.pickBy(DOES, sql`(ind * ${uint(TEXT_LANGUAGES.length)} + text_lang)`, 'does'),
  })}
    FROM (${first}))`;
}
