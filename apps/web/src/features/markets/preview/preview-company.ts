import type { FieldValue, PreviewField } from '@quarry/contracts';
import { webAddress } from '../../../ui/cells/value-hint.ts';

const COMPANY_NAME = 'firmographics/company_name';
const COMPANY_ID = 'firmographics/company_id';
const LINKED_IN_URL = 'firmographics/linked_in_url';
const PRIMARY_DOMAIN = 'firmographics/primary_domain';

/** A row of a preview: values by the name of their data point. */
export type PreviewRow = Readonly<Record<string, FieldValue>>;

/** Who a row of a preview is about. */
export interface PreviewCompany {
  readonly companyId: string;
  /** The domain stands in for a name that is not known. */
  readonly name: string;
  readonly domain: string;
  readonly websiteUrl: string | null;
  readonly linkedInUrl: string | null;
}

function textOf(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** The company of a row. Addresses other than http and https are left out. */
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

/** The data points with columns of their own, in the schema's order; the name stands in the first column. */
export function dataPointFields(schema: readonly PreviewField[]): PreviewField[] {
  return schema.filter(({ fieldName }) => fieldName !== COMPANY_NAME);
}

/** `software_reviews` as `Software reviews`. */
export function blockTitle(blockName: string): string {
  const words = blockName.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
