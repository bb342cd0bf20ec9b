import type { TableSort } from '../../ui/table/types.ts';

const SORTABLE = ['name', 'fieldName', 'type', 'source', 'coverage'];

/** The tables of the directory. */
export type DirectoryTab = 'companies' | 'contacts';

/** The directory in the address. Left out: companies, no search, the schema's order, no open data point. */
export interface DirectorySearch {
  readonly tab?: 'contacts' | undefined;
  readonly search?: string | undefined;
  /** A sorted column, with a minus before it when descending. */
  readonly sort?: string | undefined;
  /** The field name of the data point that is open beside the table. */
  readonly field?: string | undefined;
}

/** The longest search. */
export const SEARCH_MAX = 100;

/** Reads the directory from the query of an address; what makes no sense is left out. */
export function directorySearch(query: Record<string, unknown>): DirectorySearch {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, SEARCH_MAX) : '');
  const [search, sort, field] = [text(query.search), text(query.sort), text(query.field)];
  return {
    ...(query.tab === 'contacts' ? { tab: 'contacts' } : {}),
    ...(search === '' ? {} : { search }),
    ...(readSort(sort) === null ? {} : { sort }),
    ...(field === '' ? {} : { field }),
  };
}

/** The order that an address asks for; null for the schema's own. */
export function readSort(sort: string | undefined): TableSort | null {
  const columnId = SORTABLE.find((id) => id === sort?.replace(/^-/, ''));
  if (columnId === undefined) return null;
  return { columnId, direction: sort?.startsWith('-') === true ? 'desc' : 'asc' };
}

/** An order as it stands in the address. */
export function writeSort({ columnId, direction }: TableSort): string {
  return direction === 'desc' ? `-${columnId}` : columnId;
}
