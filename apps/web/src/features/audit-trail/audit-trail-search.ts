import { type ListSearch, pageOf } from '../../lib/list-search.ts';

/** Filters and page of the audit trail in the address; without values, everything and the first page. */
export interface AuditTrailSearch extends Pick<ListSearch, 'page'> {
  /** `actor` and `target` match parts of names, ignoring case. */
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  readonly action?: string | undefined;
  /** Days as `yyyy-mm-dd`, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The id of the open entry. */
  readonly entry?: string | undefined;
}

const TEXTS = ['actor', 'action', 'target'] as const;
const DAYS = ['from', 'to'] as const;

/** True for a valid calendar day, `yyyy-mm-dd`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Parses the query of an address, dropping invalid values. */
export function auditTrailSearch(query: Record<string, unknown>): AuditTrailSearch {
  const filters: Record<string, string> = {};
  for (const name of TEXTS) {
    const value = query[name];
    const text = typeof value === 'string' ? value.trim().slice(0, 100) : '';
    if (text !== '') filters[name] = text;
  }
  for (const name of DAYS) {
    const value = query[name];
    if (typeof value === 'string' && isDay(value)) filters[name] = value;
  }
  const isEntry = /^\d{1,18}$/.test(String(query.entry));
  return { ...filters, ...pageOf(query), ...(isEntry ? { entry: String(query.entry) } : {}) };
}

/** True if any filter is set. */
export function isFiltered({ page: _page, entry: _entry, ...filters }: AuditTrailSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
