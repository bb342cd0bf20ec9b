import type { FieldValue, PreviewField } from '@quarry/contracts';
import { webAddress } from '../../../ui/cells/value-hint.ts';

const COMPANY_NAME = 'firmographics/company_name';
const COMPANY_ID = 'firmographics/company_id';
const LINKED_IN_URL = 'firmographics/linked_in_url';
const PRIMARY_DOMAIN = 'firmographics/primary_domain';

/** A row of a preview, keyed by data point name. */
export type PreviewRow = Readonly<Record<string, FieldValue>>;

export interface PreviewCompany {
  readonly companyId: string;
  /** Falls back to the domain. */
  readonly name: string;
  readonly domain: string;
  readonly websiteUrl: string | null;
  readonly linkedInUrl: string | null;
}

function textOf(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** The company of a row. Only http and https links are kept. */
export function companyOf(row: PreviewRow): PreviewCompany {
  const domain = textOf(row[PRIMARY_DOMAIN]);
  return {
    companyId: textOf(row[COMPANY_ID]),
    name: textOf(row[COMPANY_NAME]) || domain || 'Unnamed company',
    domain,
    websiteUrl: webAddress(domain, true)?.href ?? null,
    linkedInUrl: webAddress(textOf(row[LINKED_IN_URL]), true)?.href ?? null,
  };
}

/** The data points that get their own column; the name is part of the company column. */
export function dataPointFields(schema: readonly PreviewField[]): PreviewField[] {
  return schema.filter(({ fieldName }) => fieldName !== COMPANY_NAME);
}
