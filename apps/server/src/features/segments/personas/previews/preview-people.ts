import type { Warehouse } from '@quarry/clickhouse';
import type { CriteriaGroup, PersonaPreviewItem, PersonaPreviewType } from '@quarry/contracts';
import { z } from 'zod';
import { readCompanyNames } from '../contacts/company-names.ts';
import { activeCompanies, countCompanies, type SegmentAtRun } from '../search/segment-at-run.ts';
import { countCandidates, type PreviewQuery, previewedCompanies, previewedPeople } from './preview-people.sql.ts';

const filled = z.string().transform((value) => (value === '' ? null : value));
const personRow = z.object({
  companyId: z.string(),
  raw_name: z.string(),
  person_url: filled,
  position: z.string(),
  seniority: filled,
  country: filled,
  group: z.number(),
});
const companyRow = z.object({ companyId: z.string() });
const countsRow = z.object({ contacts: z.number(), companies: z.number() });
const NOBODY = { raw_name: null, person_url: null, position: null, seniority: null, country: null, group: null };

type Row = Omit<PersonaPreviewItem, 'company_id' | 'company_name' | 'company_domain'> & { readonly companyId: string };

/** Finds whom criteria match at the companies of a segment, with exact counts. Nobody is looked up. */
export async function previewPeople(
  warehouse: Warehouse,
  input: {
    readonly segment: SegmentAtRun;
    readonly groups: readonly CriteriaGroup[];
    readonly type: PersonaPreviewType;
    readonly limit: number;
    readonly offset: number;
  },
  signal: AbortSignal,
): Promise<{ items: PersonaPreviewItem[]; totalContacts: number; totalCompanies: number }> {
  const { segment, groups, type, limit, offset } = input;
  if (segment.run === null) return { items: [], totalContacts: 0, totalCompanies: 0 };
  const query: PreviewQuery = { groups, companies: activeCompanies(segment), limit, offset };
  const options = { lane: 'analysis', signal } as const;
  const [counts] = await warehouse.rows(countCandidates(query), countsRow, options);
  const { contacts, companies } = counts ?? { contacts: 0, companies: 0 };
  const rows: Row[] =
    type === 'CONTACTS'
      ? await warehouse.rows(previewedPeople(query), personRow, options)
      : (await warehouse.rows(previewedCompanies(query, type === 'COMPANIES_WITH_CONTACTS'), companyRow, options)).map(
          (row) => ({ ...NOBODY, ...row }),
        );
  const names = await readCompanyNames(warehouse, [...new Set(rows.map(({ companyId }) => companyId))], options);
  const items = rows.map(({ companyId, ...row }): PersonaPreviewItem => {
    const company = names.get(companyId);
    return { company_id: companyId, company_name: company?.name ?? '', company_domain: company?.domain ?? '', ...row };
  });
  const withoutCandidates = (await countCompanies(warehouse, segment, options)) - companies;
  return type === 'COMPANIES_WITHOUT_CONTACTS'
    ? { items, totalContacts: 0, totalCompanies: withoutCandidates }
    : { items, totalContacts: contacts, totalCompanies: companies };
}
