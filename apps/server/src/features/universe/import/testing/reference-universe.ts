import { companyId } from '../../company-id.ts';
import { resolveIdentity } from '../../resolve-identity.ts';
import { CONTENT_FIELDS, type CompanyContent, type CompanyRecord, type ContentField } from '../company-record.ts';

interface Company {
  domain: string;
  linkedInId: string;
  content: CompanyContent;
}

interface RowCounts {
  created: number;
  updated: number;
  unchanged: number;
}

const GROUPS: readonly (readonly ContentField[])[] = [
  ['employee_count', 'employee_count_min', 'employee_count_max'],
  ['industry', 'subindustry', 'industry_scheme'],
  ['founded_year', 'founded_year_basis'],
  ['ticker', 'exchange', 'market_cap_class'],
  ['total_funding_usd', 'funding_as_of'],
];
const PLACE: readonly ContentField[] = ['country', 'region', 'city'];
const OWN_RULES: readonly ContentField[] = ['source', 'sources', 'as_of'];
const SINGLE = CONTENT_FIELDS.filter((field) => ![...GROUPS.flat(), ...PLACE, ...OWN_RULES].includes(field));

const isEmpty = (value: CompanyContent[ContentField]): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The rules of importing as one would tell them: row after row, without batches or an engine. */
export class ReferenceUniverse {
  readonly companies = new Map<string, Company>();
  readonly domains = new Map<string, { id: string; isAlias: boolean }>();
  readonly pages = new Map<string, string>();

  /** Imports the rows of one file. */
  import(records: readonly CompanyRecord[]): RowCounts {
    const counts = { created: 0, updated: 0, unchanged: 0 };
    const seen = new Set<string>();
    for (const record of records) {
      const id = this.#companyOf(record);
      const before = this.companies.get(id);
      const names = this.#claim(record, id, before);
      const isNewer = !seen.has(id) && !isOlder(record.content, before?.content);
      seen.add(id);
      const content = before === undefined ? record.content : merge(before.content, record.content, isNewer);
      const after = { ...names, content };
      this.companies.set(id, after);
      if (before === undefined) counts.created += 1;
      else if (JSON.stringify(before) === JSON.stringify(after)) counts.unchanged += 1;
      else counts.updated += 1;
    }
    return counts;
  }

  #companyOf({ domain, linkedInId }: CompanyRecord): string {
    const byLinkedIn = this.pages.get(linkedInId ?? '') ?? null;
    const byDomain = this.domains.get(domain ?? '');
    const own = this.companies.get(byLinkedIn ?? '');
    const { companyId: found } = resolveIdentity({
      override: null,
      byLinkedIn,
      byDomain: byDomain?.id ?? null,
      isAlias: byDomain?.isAlias ?? false,
      linkedInMatchHasBoth: own?.domain === domain && own?.linkedInId === linkedInId,
    });
    if (found !== null) return found;
    const name = domain === null ? ({ kind: 'linkedin', value: linkedInId ?? '' } as const) : null;
    return String(companyId(name ?? { kind: 'domain', value: domain ?? '' }));
  }

  #claim({ domain, linkedInId, aliases }: CompanyRecord, id: string, before: Company | undefined) {
    const names = { domain: before?.domain ?? '', linkedInId: before?.linkedInId ?? '' };
    if (domain !== null) {
      if (!this.domains.has(domain)) this.domains.set(domain, { id, isAlias: names.domain !== '' });
      const owner = this.domains.get(domain);
      if (names.domain === '' && owner?.id === id && !owner.isAlias) names.domain = domain;
    }
    if (linkedInId !== null && names.linkedInId === '') {
      if (!this.pages.has(linkedInId)) this.pages.set(linkedInId, id);
      if (this.pages.get(linkedInId) === id) names.linkedInId = linkedInId;
    }
    for (const alias of aliases) if (!this.domains.has(alias)) this.domains.set(alias, { id, isAlias: true });
    return names;
  }
}

function isOlder(row: CompanyContent, record: CompanyContent | undefined): boolean {
  const before = record?.as_of ?? null;
  return before !== null && row.as_of !== null && row.as_of < before;
}

function merge(record: CompanyContent, row: CompanyContent, isNewer: boolean): CompanyContent {
  const merged = { ...record };
  const take = (fields: readonly ContentField[]) => {
    for (const field of fields) Object.assign(merged, { [field]: row[field] });
  };
  const fits = (field: ContentField) => !isEmpty(row[field]) && (isNewer || isEmpty(record[field]));
  take(SINGLE.filter(fits));
  for (const group of GROUPS) {
    const isFree = group.every((field) => isEmpty(record[field]));
    if (group.some((field) => !isEmpty(row[field])) && (isNewer || isFree)) take(group);
  }
  const isElsewhere = row.country !== '' && record.country !== '' && row.country !== record.country;
  if (!isElsewhere) take(PLACE.filter(fits));
  else if (isNewer) take(PLACE);
  merged.source = record.source === '' ? row.source : record.source;
  merged.sources = [...new Set([...record.sources, ...row.sources])];
  if (record.as_of === null || (row.as_of !== null && row.as_of > record.as_of)) merged.as_of = row.as_of;
  return merged;
}
