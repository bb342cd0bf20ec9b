import { companyId } from '@quarry/contracts';
import { type ListSearch, listSearch } from '../../../lib/list-search.ts';

/** What a segment's page shows, in the query of its address; the hash says which tab. Defaults are left out. */
export interface SegmentViewSearch extends ListSearch {
  readonly sort?: string | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
  /** Without those that are in the segment now. */
  readonly active?: 'no' | undefined;
  readonly removed?: 'yes' | undefined;
  /** With people who were checked and not included. */
  readonly checked?: 'yes' | undefined;
  /** Only the people of this persona. */
  readonly persona?: string | undefined;
  /** The company that is open beside the table. */
  readonly company?: string | undefined;
  readonly growth?: 'yes' | undefined;
}

export type SegmentTab = 'companies' | 'contacts';

export function segmentViewSearch(query: Record<string, unknown>): SegmentViewSearch {
  const text = (key: string) => {
    const value = query[key];
    return typeof value === 'string' && value !== '' ? { [key]: value.slice(0, 255) } : {};
  };
  const flag = <const Value extends string>(key: string, value: Value) =>
    query[key] === value ? { [key]: value } : {};
  return {
    ...listSearch(query),
    ...text('sort'),
    ...flag('direction', 'asc'),
    ...flag('direction', 'desc'),
    ...flag('active', 'no'),
    ...flag('removed', 'yes'),
    ...flag('checked', 'yes'),
    ...text('persona'),
    ...(companyId.safeParse(query.company).success ? text('company') : {}),
    ...flag('growth', 'yes'),
  };
}

/** The tab that a hash names, with or without its `#`. */
export function tabOf(hash: string): SegmentTab {
  return hash.replace(/^#/, '') === 'contacts' ? 'contacts' : 'companies';
}
