import { hasFeature } from '@quarry/contracts';
import {
  type Icon,
  IconBuildingSkyscraper,
  IconDatabase,
  IconFileExport,
  IconHistory,
  IconKey,
  IconTags,
  IconTargetArrow,
  IconUsers,
} from '@tabler/icons-react';
import type { Access } from './access.ts';

/** A page in the side navigation and the command palette. */
export interface NavEntry {
  readonly label: string;
  /** A route of an account. */
  readonly to:
    | '/app/$clientName'
    | '/app/$clientName/markets'
    | '/app/$clientName/tags'
    | '/app/$clientName/data-directory'
    | '/app/$clientName/exports'
    | '/app/$clientName/settings/users'
    | '/app/$clientName/settings/audit-trail'
    | '/app/$clientName/settings/api-keys';
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
  {
    label: 'Tags',
    to: '/app/$clientName/tags',
    icon: IconTags,
    keywords: 'tag talk track saved filter list label',
  },
  {
    label: 'Data Directory',
    to: '/app/$clientName/data-directory',
    icon: IconDatabase,
    keywords: 'data points fields columns coverage sourcing criteria',
  },
  {
    label: 'User Management',
    to: '/app/$clientName/settings/users',
    icon: IconUsers,
    section: 'Settings',
    keywords: 'members invite permissions admin people',
    when: ({ client }) => client.userPermissions.includes('ADMIN'),
  },
  {
    label: 'Exports',
    to: '/app/$clientName/exports',
    icon: IconFileExport,
    section: 'Settings',
    keywords: 'csv parquet download linkedin ads file',
    when: ({ client }) => client.userPermissions.includes('ADMIN'),
  },
  {
    label: 'API Keys',
    to: '/app/$clientName/settings/api-keys',
    icon: IconKey,
    section: 'Settings',
    keywords: 'key token program integration',
    when: ({ client }) => client.userPermissions.includes('ADMIN'),
  },
  {
    label: 'Audit Trail',
    to: '/app/$clientName/settings/audit-trail',
    icon: IconHistory,
    section: 'Settings',
    keywords: 'log history changes who',
    when: ({ client }) => client.userPermissions.includes('ADMIN'),
  },
];
