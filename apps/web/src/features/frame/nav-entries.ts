import { hasFeature } from '@quarry/contracts';
import { type Icon, IconBuildingSkyscraper, IconTargetArrow } from '@tabler/icons-react';
import type { Access } from './access.ts';

/** A page in the side navigation and the command palette. */
export interface NavEntry {
  readonly label: string;
  /** A route of an account. */
  readonly to: '/app/$clientName' | '/app/$clientName/markets';
  readonly icon: Icon;
  /** A word at the end of its row that says how far it is. */
  readonly mark?: 'beta';
  /** Whether only the very page counts as active, not the pages below it. */
  readonly isExact?: boolean;
  /** Heading under which it stands; entries of one section follow one another. */
  readonly section?: string;
  /** Other words by which the palette finds it. */
  readonly keywords?: string;
  /** Who sees it; everyone in the account when left out. */
  readonly when?: (access: Access) => boolean;
}

/** Every page of the navigation, in order. A new page adds its line here. */
export const NAV_ENTRIES: readonly NavEntry[] = [
  {
    label: 'Companies',
    to: '/app/$clientName',
    icon: IconBuildingSkyscraper,
    isExact: true,
    keywords: 'explorer dataset search filter',
  },
  {
    label: 'Markets',
    to: '/app/$clientName/markets',
    icon: IconTargetArrow,
    mark: 'beta',
    keywords: 'market criteria source target universe',
    when: ({ client, user }) => hasFeature('markets', client, user),
  },
];
