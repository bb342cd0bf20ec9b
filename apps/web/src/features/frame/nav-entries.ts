import { hasFeature } from '@quarry/contracts';
import {
  type Icon,
  IconArrowsExchange,
  IconBuildingSkyscraper,
  IconChartHistogram,
  IconDatabase,
  IconFileExport,
  IconHistory,
  IconKey,
  IconPlugConnected,
  IconReportAnalytics,
  IconTags,
  IconTargetArrow,
  IconUserOff,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { Access } from './access.ts';

/** A page in the side navigation and the command palette. */
export interface NavEntry {
  readonly label: string;
  readonly to:
    | '/app/$clientName'
    | '/app/$clientName/markets'
    | '/app/$clientName/segments'
    | '/app/$clientName/tags'
    | '/app/$clientName/scoring'
    | '/app/$clientName/scoring/analysis'
    | '/app/$clientName/data-directory'
    | '/app/$clientName/exports'
    | '/app/$clientName/do-not-contact'
    | '/app/$clientName/settings/connectors'
    | '/app/$clientName/settings/connector-logs'
    | '/app/$clientName/settings/users'
    | '/app/$clientName/settings/audit-trail'
    | '/app/$clientName/settings/api-keys';
  readonly icon: Icon;
  readonly badge?: 'beta';
  /** Active only on this exact page, not on pages below it. */
  readonly isExact?: boolean;
  /** The topic that it is listed under; entries of one group must be adjacent. */
  readonly group?: { readonly label: string; readonly icon: Icon };
  /** Heading; entries of one section must be adjacent. */
  readonly section?: string;
  /** More search words for the palette. */
  readonly keywords?: string;
  /** Who sees it; everyone by default. */
  readonly when?: (access: Access) => boolean;
}

const SCORING = { label: 'Scoring', icon: IconChartHistogram };

/** All entries in display order. */
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
    badge: 'beta',
    keywords: 'market criteria source target universe',
    when: ({ client, user }) => hasFeature('markets', client, user),
  },
  {
    label: 'Segments',
    to: '/app/$clientName/segments',
    icon: IconUsersGroup,
    keywords: 'segment list audience contacts personas people',
  },
  {
    label: 'Tags',
    to: '/app/$clientName/tags',
    icon: IconTags,
    keywords: 'tag talk track saved filter list label',
  },
  {
    label: 'Scoring fields',
    to: '/app/$clientName/scoring',
    icon: IconChartHistogram,
    group: SCORING,
    keywords: 'score scoring rank rules points best fit lead',
  },
  {
    label: 'Scoring analysis',
    to: '/app/$clientName/scoring/analysis',
    icon: IconReportAnalytics,
    group: SCORING,
    keywords: 'report analysis targets compare findings suggest rules lift',
  },
  {
    label: 'Data Directory',
    to: '/app/$clientName/data-directory',
    icon: IconDatabase,
    keywords: 'data points fields columns coverage sourcing criteria',
  },
  {
    label: 'Connectors',
    to: '/app/$clientName/settings/connectors',
    icon: IconPlugConnected,
    section: 'Settings',
    keywords: 'crm salesforce hubspot pipedrive webhook integration connect sync',
    when: ({ client }) => client.userPermissions.includes('ADMIN'),
  },
  {
    label: 'Connector Logs',
    to: '/app/$clientName/settings/connector-logs',
    icon: IconArrowsExchange,
    section: 'Settings',
    keywords: 'crm sync jobs errors dry run undo deliveries matches integration',
    when: ({ client }) => client.userPermissions.includes('ADMIN'),
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
    label: 'Do not contact',
    to: '/app/$clientName/do-not-contact',
    icon: IconUserOff,
    section: 'Settings',
    keywords: 'suppression list opt out unsubscribe block people domains gdpr',
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
