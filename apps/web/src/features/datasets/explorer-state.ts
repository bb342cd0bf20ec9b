import {
  COMPANY_TABS,
  type CompanyTab,
  DEFAULT_SORT_FIELD,
  EXPLORER_PAGE_SIZE,
  MAX_PAGE_SIZE,
} from '@quarry/contracts';
import { type FilterGroup, filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { decodeHashText, decodeHashValue, encodeHashValue, hashParts } from '../../lib/hash-value.ts';

/** The explorer's search and table; all of it lives in the URL, so a copied link shows the same. */
export interface ExplorerState {
  readonly filters: FilterGroup | null;
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly sortBy: string;
  readonly sortDirection: 'asc' | 'desc';
  readonly search: string;
  readonly tab: CompanyTab;
  /** The tag being edited with these filters. */
  readonly tagId: string | null;
}

export const TAB_LABELS: Readonly<Record<CompanyTab, string>> = {
  ALL: 'All companies',
  NEWLY_SOURCED: 'Recently sourced',
  RECENTLY_UPDATED: 'Recently updated',
};

export const DRAWER_TABS = ['OVERVIEW', 'CONTACTS', 'SYNC_STATUS'] as const;
export type DrawerTab = (typeof DRAWER_TABS)[number];

/** The panels open beside the table. */
export interface ExplorerPanels {
  readonly isFiltersOpen: boolean;
  readonly companyId: string | null;
  readonly companyTab: DrawerTab;
  /** The open data point. */
  readonly fieldName: string | null;
  readonly isExporting: boolean;
}

export const DEFAULT_STATE: ExplorerState = {
  filters: null,
  pageIndex: 0,
  pageSize: EXPLORER_PAGE_SIZE,
  sortBy: DEFAULT_SORT_FIELD,
  sortDirection: 'desc',
  search: '',
  tab: 'ALL',
  tagId: null,
};

export const CLOSED_PANELS: ExplorerPanels = {
  isFiltersOpen: false,
  companyId: null,
  companyTab: 'OVERVIEW',
  fieldName: null,
  isExporting: false,
};

/** Applies when the current sort is chosen again. */
const RESET_SORT = { sortBy: '__company_id', sortDirection: 'desc' } as const;

const stateShape = z.object({
  filters: filterGroup.nullable().default(DEFAULT_STATE.filters),
  pageIndex: z.number().int().min(0).max(1_000_000).default(DEFAULT_STATE.pageIndex),
  pageSize: z.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_STATE.pageSize),
  sortBy: z.string().min(1).max(64).default(DEFAULT_STATE.sortBy),
  sortDirection: z.enum(['asc', 'desc']).default(DEFAULT_STATE.sortDirection),
  search: z.string().max(500).default(DEFAULT_STATE.search),
  tab: z.enum(COMPANY_TABS).default(DEFAULT_STATE.tab),
  tagId: z.string().min(1).max(100).nullable().default(DEFAULT_STATE.tagId),
});

/** A parsed hash; `isBroken` means that its state was unreadable and defaults replace it. */
export interface ParsedHash {
  readonly state: ExplorerState;
  readonly panels: ExplorerPanels;
  readonly isBroken: boolean;
}

/** Parses a URL's hash, with or without its `#`; without a state in it, `base` applies. Never throws. */
export function readHash(hash: string, base: ExplorerState = DEFAULT_STATE): ParsedHash {
  const parts = hashParts(hash);
  const encoded = parts.get('state');
  const state = encoded === undefined ? base : decodeState(encoded);
  const tab = DRAWER_TABS.find((candidate) => candidate === parts.get('company-tab'));
  const company = parts.get('company');
  return {
    state: state ?? base,
    isBroken: state === null,
    panels: {
      isFiltersOpen: parts.has('show-filters'),
      companyId: company !== undefined && /^\d{1,20}$/.test(company) ? company : null,
      companyTab: tab ?? 'OVERVIEW',
      fieldName: decodeHashText(parts.get('field') ?? '') || null,
      isExporting: parts.has('export'),
    },
  };
}

/** A hash without its `#`. It leaves out a state that equals `base`, and the defaults of any other. */
export function writeHash(state: ExplorerState, panels: ExplorerPanels, base: ExplorerState = DEFAULT_STATE): string {
  const parts: string[] = [];
  if (panels.isFiltersOpen) parts.push('show-filters');
  if (differences(state, base).length > 0) {
    parts.push(`state=${encodeHashValue(Object.fromEntries(differences(state, DEFAULT_STATE)))}`);
  }
  if (panels.companyId !== null) parts.push(`company=${panels.companyId}`);
  if (panels.companyId !== null && panels.companyTab !== 'OVERVIEW') parts.push(`company-tab=${panels.companyTab}`);
  if (panels.fieldName !== null) parts.push(`field=${encodeURIComponent(panels.fieldName)}`);
  if (panels.isExporting) parts.push('export');
  return parts.join('&');
}

/** A hash without its `#`, with a part such as `company=7` in place of one with the same name. */
export function withHashPart(hash: string, part: string): string {
  const nameOf = (each: string) => each.replace(/=.*$/, '');
  const others = hash
    .replace(/^#/, '')
    .split('&')
    .filter((each) => each !== '' && nameOf(each) !== nameOf(part));
  return [...others, part].join('&');
}

function differences(state: ExplorerState, base: ExplorerState): [string, unknown][] {
  return Object.entries(state).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(base, key)),
  );
}

function decodeState(encoded: string): ExplorerState | null {
  const parsed = stateShape.safeParse(decodeHashValue(encoded));
  return parsed.success ? parsed.data : null;
}

/** Changes search, tab or filters, and returns to the first page. */
export function withQuery(
  state: ExplorerState,
  change: Partial<Pick<ExplorerState, 'filters' | 'search' | 'tab'>>,
): ExplorerState {
  return { ...state, ...change, pageIndex: 0 };
}

/** Applies a sort; choosing the current one again resets to `__company_id` descending. */
export function withSort(state: ExplorerState, sortBy: string, sortDirection: 'asc' | 'desc'): ExplorerState {
  const isApplied = state.sortBy === sortBy && state.sortDirection === sortDirection;
  return { ...state, ...(isApplied ? RESET_SORT : { sortBy, sortDirection }), pageIndex: 0 };
}

/** Changes the page size and keeps the first row visible. */
export function withPageSize(state: ExplorerState, pageSize: number): ExplorerState {
  return { ...state, pageSize, pageIndex: Math.floor((state.pageIndex * state.pageSize) / pageSize) };
}
