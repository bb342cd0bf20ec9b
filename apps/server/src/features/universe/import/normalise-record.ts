import type { ImportedField } from '@quarry/contracts';
import { blockReason, isSharedPage } from '../blocklist.ts';
import { linkedInId } from '../linked-in-id.ts';
import { normaliseDomain } from '../normalise-domain.ts';
import type { CompanyContent, CompanyRecord, MappedRow, Rejection } from './company-record.ts';
import { excerpt } from './raw-row.ts';
import {
  type Read,
  readBoolean,
  readCountry,
  readDay,
  readInteger,
  readLabel,
  readList,
  readNumber,
  readRange,
  readText,
  UNCLEAR,
} from './values.ts';

const MAX_PEOPLE = 1e8;
const MAX_MONEY = 1e14;

/** Leaves out unclear values and lists them; rejects a row without a name or without a domain and LinkedIn page. */
export function normaliseRecord(line: number, row: MappedRow): CompanyRecord | Rejection {
  const ignored: ImportedField[] = [];
  const read = <T>(field: ImportedField, reader: (value: unknown) => Read<T>): T | null => {
    const value = reader(row[field]);
    if (value !== UNCLEAR) return value;
    ignored.push(field);
    return null;
  };
  const text = (field: ImportedField) => read(field, readText) ?? '';
  const label = (field: ImportedField) => read(field, readLabel) ?? '';
  const list = (field: ImportedField) => read(field, readList) ?? [];
  const people = (field: ImportedField) => read(field, (value) => readInteger(value, 0, MAX_PEOPLE));
  const rejected = (reason: string): Rejection => ({ line, reason, text: excerpt(identifiersOf(row)) });

  const name = label('name');
  const website = label('website');
  const domainOrAddress = label('domain');
  const page = label('linked_in_url');
  const id = page === '' ? null : linkedInId(page);
  if (page !== '' && id === null) ignored.push('linked_in_url');
  if (name === '') return rejected('No company name.');

  const found = identifyingDomain([domainOrAddress, website]);
  if ('reason' in found && id === null) return rejected(found.reason);
  const domain = 'reason' in found ? null : found.domain;

  const employees = employeesOf(row, people, read);
  const year = read('founded_year', (value) => readInteger(value, 1000, 2200));
  const as_of = read('as_of', readDay);
  const source = label('source');
  const sources = list('sources');
  const content: CompanyContent = {
    name,
    website: website === '' ? domainOrAddress : website,
    short_description: text('short_description'),
    description: text('description'),
    industry: label('industry'),
    subindustry: label('subindustry'),
    industry_scheme: label('industry_scheme'),
    categories: list('categories'),
    tags: list('tags'),
    ...employees,
    founded_year: year,
    founded_year_basis: year === null ? '' : label('founded_year_basis'),
    country: read('country', readCountry) ?? '',
    region: label('region'),
    city: label('city'),
    status: label('status').toLowerCase(),
    ticker: label('ticker'),
    exchange: label('exchange'),
    market_cap_class: label('market_cap_class'),
    revenue_usd: read('revenue_usd', (value) => readNumber(value, -MAX_MONEY, MAX_MONEY)),
    stage: label('stage'),
    batch: label('batch'),
    is_hiring: read('is_hiring', readBoolean),
    is_nonprofit: read('is_nonprofit', readBoolean),
    former_names: list('former_names'),
    source: source === '' ? (sources[0] ?? '') : source,
    sources: source === '' || sources.includes(source) ? sources : [source, ...sources],
    source_url: label('source_url'),
    as_of,
    technologies: list('technologies'),
    total_funding_usd: read('total_funding_usd', (value) => readNumber(value, 0, MAX_MONEY)),
    funding_as_of: read('funding_as_of', readDay),
  };
  const aliases = list('aliases').flatMap((alias) => normaliseDomain(alias)?.root ?? []);
  return { line, domain, linkedInId: id, aliases: aliases.filter((alias) => alias !== domain), content, ignored };
}

function employeesOf(
  row: MappedRow,
  people: (field: ImportedField) => number | null,
  read: <T>(field: ImportedField, reader: (value: unknown) => Read<T>) => T | null,
): Pick<CompanyContent, 'employee_count' | 'employee_count_min' | 'employee_count_max'> {
  // Some files put a range such as "51-200" in the column of the number.
  const exact = readInteger(row.employee_count, 0, MAX_PEOPLE);
  const range = read('employee_range', readRange) ?? (exact === UNCLEAR ? read('employee_count', readRange) : null);
  return {
    employee_count: exact === UNCLEAR ? null : exact,
    employee_count_min: people('employee_count_min') ?? range?.min ?? null,
    employee_count_max: people('employee_count_max') ?? range?.max ?? null,
  };
}

/** The domain from the first address that identifies a company. */
function identifyingDomain(addresses: readonly string[]): { domain: string } | { reason: string } {
  let reason = 'Neither a domain nor a LinkedIn page.';
  for (const address of addresses) {
    if (address === '') continue;
    const domain = normaliseDomain(address);
    if (domain === null) {
      reason = `Not a domain: "${excerpt(address)}".`;
      continue;
    }
    const blocked = blockReason(domain.root);
    if (blocked === undefined && !isSharedPage(address, domain)) return { domain: domain.root };
    reason =
      blocked === undefined
        ? `A page on a site that many companies share: ${domain.root}.`
        : `On the blocklist (${blocked}): ${domain.root}.`;
  }
  return { reason };
}

function identifiersOf(row: MappedRow): string {
  return [row.name, row.domain, row.website, row.linked_in_url]
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' | ');
}
