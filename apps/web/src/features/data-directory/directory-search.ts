import { INTEGRATION_TYPES, type IntegrationType } from '@quarry/contracts';
import type { TableSort } from '../../ui/table/types.ts';

const SORTABLE = ['name', 'fieldName', 'type', 'source', 'coverage'];

export type DirectoryTab = 'companies' | 'contacts';

/** The page's state in the URL; defaults (companies, no search, schema order, nothing open) are left out. */
export interface DirectorySearch {
  readonly tab?: 'contacts' | undefined;
  readonly search?: string | undefined;
  /** The sorted column; a leading minus means descending. */
  readonly sort?: string | undefined;
  /** The field name of the open data point. */
  readonly field?: string | undefined;
  /** The connector whose mappings are edited. */
  readonly mapping?: IntegrationType | undefined;
}

export const SEARCH_MAX = 100;

/** Reads the page's state from a URL query; ignores invalid values. */
export function directorySearch(query: Record<string, unknown>): DirectorySearch {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, SEARCH_MAX) : '');
  const [search, sort, field] = [text(query.search), text(query.sort), text(query.field)];
  const mapping = INTEGRATION_TYPES.find((type) => type === query.mapping);
  return {
    ...(query.tab === 'contacts' ? { tab: 'contacts' } : {}),
    ...(search === '' ? {} : { search }),
    ...(readSort(sort) === null ? {} : { sort }),
    ...(field === '' ? {} : { field }),
    ...(mapping === undefined ? {} : { mapping }),
  };
}

/** Null means schema order. */
export function readSort(sort: string | undefined): TableSort | null {
  const columnId = SORTABLE.find((id) => id === sort?.replace(/^-/, ''));
  if (columnId === undefined) return null;
  return { columnId, direction: sort?.startsWith('-') === true ? 'desc' : 'asc' };
}

export function writeSort({ columnId, direction }: TableSort): string {
  return direction === 'desc' ? `-${columnId}` : columnId;
}
