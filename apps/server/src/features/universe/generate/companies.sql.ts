import { ident, inSubquery, type Sql, sql, text, texts, uint } from '@quarry/clickhouse';
import { companyIdOfDomain } from '../company-id.ts';
import { readTable } from '../universe-table.ts';
import { chanceOf, either, numberAt, numbers, positionOf } from './chance.ts';
import { columns, insertSelect } from './insert-select.ts';
import { estimatedSize, type Run } from './profile.ts';
import {
  COUNTRY_CODES,
  COUNTRY_CODES_BY_LANGUAGE,
  DOES,
  NAME_COUNT,
  STEMS,
  TAILS,
  TEXT_LANGUAGE_OF,
} from './vocabulary.ts';
import { INDUSTRIES } from './words/industries.ts';
import { COUNTRIES } from './words/places.ts';
import { CUSTOMERS, DESCRIPTIONS, DETAILS, TEXT_LANGUAGES } from './words/texts.ts';

const byTextLanguage = <T>(texts: Readonly<Record<(typeof TEXT_LANGUAGES)[number], T>>): T[] =>
  TEXT_LANGUAGES.map((language) => texts[language]);

const TAGS = [
  'B2B',
  'B2C',
  'SaaS',
  'Marketplace',
  'Hardware',
  'Artificial Intelligence',
  'Family business',
  'Export',
  'Sustainability',
  'Open Source',
  'Mobile',
  'Subscription',
];

/** A stride that visits every name once: near the golden ratio, and coprime to the number of names. */
function stride(): number {
  const shareFactor = (a: number, b: number): boolean => (b === 0 ? a > 1 : shareFactor(b, a % b));
  let result = Math.floor(NAME_COUNT * 0.618034);
  while (shareFactor(NAME_COUNT, result)) result += 1;
  return result;
}

/** Name, slug, country and industry of the companies with the numbers `from` to `from + count - 1`. */
function named(run: Run, from: number, count: number): Sql {
  const chance = chanceOf(run.seed, [sql`n`]);
  // About one in 65 repeats the company before it, as in real data: a branch, or a duplicate record.
  const twin = sql`(n > 0 AND ${chance.happens(0.015, 'twin')})`;
  const combination = sql`(
    (toUInt64(n - is_twin) * ${uint(stride())} + ${uint(run.seed % 1_000_003)}) % ${uint(NAME_COUNT)})`;
  const stem = sql`(combination % ${uint(STEMS.length)})`;
  const tail = sql`intDiv(combination, ${uint(STEMS.length)})`;
  const round = sql`intDiv(n - is_twin, ${uint(NAME_COUNT)})`;
  const slug = sql`concat(
    ${texts(STEMS.map((s) => s.slug))}[1 + ${stem}],
    '-',
    ${texts(TAILS.map((t) => t.slug))}[1 + ${tail}],
    if(${round} = 0, '', concat('-', toString(1 + ${round}))),
    if(is_twin, concat('-', lower(home)), ''))`;
  return sql`SELECT *, ${columns({
    slug,
    base_name: sql`concat(
      ${texts(STEMS.map((s) => s.name))}[1 + ${stem}],
      ' ',
      ${texts(TAILS.map((t) => t.name))}[1 + ${tail}])`,
    ind: sql`${numbers(TAILS.map((t) => t.industry))}[1 + ${tail}]`,
    place: positionOf(sql`home`, COUNTRY_CODES, 0),
  })}
    FROM (
      SELECT *, ${columns({
        lang: sql`${numbers(STEMS.map((s) => s.language))}[1 + ${stem}]`,
        home: chance.pickBy(COUNTRY_CODES_BY_LANGUAGE, sql`lang`, 'country'),
      })}
      FROM (
        SELECT *, ${columns({ combination })}
        FROM (
          SELECT number AS n, ${twin} AS is_twin
          FROM numbers(${uint(from)}, ${uint(count)}))))`;
}

/** Size, age and texts, without gaps. */
function described(run: Run, from: number, count: number): Sql {
  const chance = chanceOf(run.seed, [sql`company_id`]);
  const sizes = INDUSTRIES.map((industry) => industry.size);
  const bell = sql`(${chance.share('size a')} + ${chance.share('size b')} + ${chance.share('size c')} - 1.5)`;
  const year = sql`toYear(${run.today})`;
  const forms = COUNTRIES.map((country) => country.legalForms);
  const cities = COUNTRIES.map((country) => country.cities);
  const textLanguage = sql`toUInt32(${numberAt(TEXT_LANGUAGE_OF, sql`lang`)})`;
  const subindustries = INDUSTRIES.map((industry) => industry.subindustries);
  return sql`SELECT *, ${columns({
    does: chance.pickBy(DOES, sql`(ind * ${uint(TEXT_LANGUAGES.length)} + text_lang)`, 'does'),
    full_name: either(
      chance.happens(0.45, 'legal form'),
      sql`concat(base_name, ' ', ${chance.pickBy(forms, sql`place`, 'form')})`,
      sql`base_name`,
    ),
    founded: sql`toInt64(greatest(
      1870,
      ${year} - 1 - floor(-log(1 - ${chance.share('age')}) * (6 + 4 * log10(staff)))))`,
    customers: chance.pickBy(byTextLanguage(CUSTOMERS), sql`text_lang`, 'customers'),
    label: sql`${texts(INDUSTRIES.map((industry) => industry.label))}[1 + ind]`,
  })}
    FROM (
      SELECT *, ${columns({
        staff: sql`toInt64(greatest(1, least(400000, round(exp10(${numberAt(sizes, sql`ind`)} + 1.7 * ${bell})))))`,
        text_lang: textLanguage,
        town: sql`splitByChar('|', ${chance.pickBy(cities, sql`place`, 'city')})`,
        sub: chance.pickBy(subindustries, sql`ind`, 'subindustry'),
      })}
      FROM (
        SELECT *, ${columns({
          company_domain: sql`concat(slug, '.example')`,
          company_id: companyIdOfDomain(sql`concat(slug, '.example')`),
        })}
        FROM (${named(run, from, count)})))`;
}

/** The columns of `companies`, with gaps as in real data. */
function withGaps(run: Run, from: number, count: number): Sql {
  const chance = chanceOf(run.seed, [sql`company_id`]);
  const unless = (probability: number, name: string, value: Sql): Sql =>
    either(chance.happens(probability, `no ${name}`), sql`''`, value);
  const sometimes = (probability: number, name: string, value: Sql): Sql =>
    sql`if(${chance.happens(probability, `has ${name}`)}, toFloat64(${value}), NULL)`;
  const low = sql`multiIf(staff <= 10, 1, staff <= 50, 11, staff <= 200, 51, staff <= 500, 201, staff <= 1000, 501,
    staff <= 5000, 1001, staff <= 10000, 5001, 10001)`;
  const high = sql`multiIf(staff <= 10, 10, staff <= 50, 50, staff <= 200, 200, staff <= 500, 500, staff <= 1000, 1000,
    staff <= 5000, 5000, staff <= 10000, 10000, NULL)`;
  const isPublic = sql`(staff > 800 AND ${chance.happens(0.3, 'public')})`;
  const hasRange = chance.happens(0.55, 'has range');
  const paragraph = chance.pickText(byTextLanguage(DESCRIPTIONS), sql`text_lang`, 'description', {
    name: sql`base_name`,
    does: sql`does`,
    city: sql`town[1]`,
    year: sql`toString(founded)`,
    customers: sql`customers`,
  });
  const detail = chance.pickBy(byTextLanguage(DETAILS), sql`text_lang`, 'detail');
  const ageDays = sql`toInt64(200 * pow(${chance.share('refreshed')}, 2))`;
  return sql`SELECT ${columns({
    company_id: sql`company_id`,
    domain: sql`company_domain`,
    linked_in_id: either(chance.happens(0.78, 'has linked in'), sql`concat('synthetic-', slug)`, sql`''`),
    name: either(chance.happens(0.02, 'capitals'), sql`upperUTF8(full_name)`, sql`full_name`),
    website: unless(
      0.03,
      'website',
      sql`concat(if(${chance.happens(0.3, 'www')}, 'https://www.', 'https://'), company_domain, '/')`,
    ),
    short_description: unless(
      0.1,
      'short description',
      sql`concat(upperUTF8(substringUTF8(does, 1, 1)), substringUTF8(does, 2), '.')`,
    ),
    description: unless(
      0.12,
      'description',
      sql`concat(${paragraph}, ${either(chance.happens(0.6, 'has detail'), sql`concat(' ', ${detail})`, sql`''`)})`,
    ),
    industry: unless(0.06, 'industry', sql`label`),
    subindustry: sql`if(industry = '', '', ${unless(0.15, 'subindustry', sql`sub`)})`,
    industry_scheme: sql`if(industry = '', '', 'quarry')`,
    categories: sql`arrayFilter(label -> label != '', [industry, subindustry])`,
    tags: sql`arraySlice(${chance.some(TAGS, 0.14, 'tags')}, 1, 4)`,
    employee_count: sometimes(0.62, 'employees', sql`staff`),
    employee_count_min: sql`if(${hasRange}, toFloat64(${low}), NULL)`,
    employee_count_max: sql`if(${hasRange}, toFloat64(${high}), NULL)`,
    founded_year: sometimes(0.8, 'year', sql`founded`),
    founded_year_basis: sql`if(isNull(founded_year), '', 'synthetic')`,
    country: unless(0.04, 'country', sql`home`),
    region: unless(0.25, 'region', sql`town[2]`),
    city: unless(0.08, 'city', sql`town[1]`),
    status: sql`multiIf(
      ${isPublic}, 'public',
      ${chance.happens(0.05, 'acquired')}, 'acquired',
      ${chance.happens(0.04, 'inactive')}, 'inactive',
      ${chance.happens(0.1, 'no status')}, '',
      'active')`,
    ticker: sql`if(${isPublic}, concat(upper(substring(replaceAll(slug, '-', ''), 1, 4)), '.', home), '')`,
    exchange: sql`if(${isPublic}, concat('X', home), '')`,
    market_cap_class: sql`if(
      ${isPublic},
      multiIf(
        staff > 50000, 'Mega Cap',
        staff > 12000, 'Large Cap',
        staff > 4000, 'Mid Cap',
        staff > 1500, 'Small Cap',
        'Micro Cap'),
      '')`,
    revenue_usd: sometimes(0.42, 'revenue', sql`round(staff * (40000 + 180000 * ${chance.share('revenue')}), -3)`),
    stage: sql`multiIf(${chance.happens(0.5, 'no stage')}, '', staff < 15, 'Early', staff < 250, 'Growth', 'Mature')`,
    batch: sql`''`,
    is_nonprofit: sql`if(${chance.happens(0.3, 'no nonprofit')}, NULL, ${chance.happens(0.03, 'nonprofit')})`,
    former_names: sql`if(
      ${chance.happens(0.04, 'renamed')},
      [concat(splitByChar(' ', base_name)[1], ' ', ${chance.pick(['Group', 'Holdings', 'Ventures', 'Works'], 'former')})],
      [])`,
    source: sql`'synthetic'`,
    sources: sql`['synthetic']`,
    source_url: sql`''`,
    as_of: sql`toDate32(${run.today}) - ${ageDays}`,
    is_domain_live: sql`if(${chance.happens(0.2, 'no check')}, NULL, ${chance.happens(0.94, 'live')})`,
    refreshed_at: sql`toDateTime64(toDate32(${run.today}) - ${ageDays}, 3, 'UTC')`,
    first_seen_at: sql`toDateTime64(${run.today}, 3, 'UTC')`,
    content_hash: sql`cityHash64(${uint(run.seed)}, company_id)`,
    is_synthetic: sql`true`,
  })}
    FROM (${described(run, from, count)})`;
}

const GENERATED_COLUMNS = [
  'company_id',
  'domain',
  'linked_in_id',
  'name',
  'website',
  'short_description',
  'description',
  'industry',
  'subindustry',
  'industry_scheme',
  'categories',
  'tags',
  'employee_count',
  'employee_count_min',
  'employee_count_max',
  'founded_year',
  'founded_year_basis',
  'country',
  'region',
  'city',
  'status',
  'ticker',
  'exchange',
  'market_cap_class',
  'revenue_usd',
  'stage',
  'batch',
  'is_nonprofit',
  'former_names',
  'source',
  'sources',
  'source_url',
  'as_of',
  'is_domain_live',
  'refreshed_at',
  'first_seen_at',
  'content_hash',
  'is_synthetic',
] as const;

/** Inserts the missing companies of the numbers `from` to `from + count - 1`. */
export function insertCompanies(run: Run, from: number, count: number): Sql {
  const chance = chanceOf(run.seed, [sql`company_id`]);
  const values = Object.fromEntries(GENERATED_COLUMNS.map((name) => [name, ident(name)]));
  const known = sql`SELECT company_id FROM ${readTable('companies')}`;
  const isHiring = sql`if(${chance.happens(0.3, 'no hiring')}, NULL, ${jobCount(run, estimatedSize(chance))} > 0)`;
  return insertSelect(
    'companies',
    { ...values, is_hiring: isHiring },
    sql`(${withGaps(run, from, count)})
      WHERE NOT ${inSubquery(sql`company_id`, known)}`,
  );
}

/** The number of open and closed job posts of a company of the size. */
export function jobCount(run: Run, size: Sql): Sql {
  const chance = chanceOf(run.seed, [sql`company_id`]);
  const mean = sql`(2.1 * pow(log10(1 + ${size}), 1.5) * pow(${chance.share('hiring')}, 2))`;
  return sql`toUInt64(least(80, floor(-log(1 - ${chance.share('jobs')}) * 1.6 * ${mean})))`;
}

/** Inserts the identities of the synthetic companies. */
export function insertIdentities(kind: 'domain' | 'linkedin'): Sql {
  const value = kind === 'domain' ? sql`domain` : sql`linked_in_id`;
  return insertSelect(
    'identities',
    { kind: text(kind), value, company_id: sql`company_id` },
    sql`${readTable('companies')} WHERE is_synthetic AND ${value} != ''`,
  );
}
