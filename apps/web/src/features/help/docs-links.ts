const GUIDES = {
  segments: { label: 'Creating segments', href: '/help/segments.html' },
  segmentLists: { label: 'Lists of companies', href: '/help/segment-lists.html' },
  segmentLimits: { label: 'Limits and samples', href: '/help/segment-limits.html' },
  dynamicSegments: { label: 'Static and dynamic segments', href: '/help/dynamic-segments.html' },
  personas: { label: 'Personas', href: '/help/personas.html' },
  segmentContacts: { label: 'Finding contacts', href: '/help/segment-contacts.html' },
  credits: { label: 'Credits', href: '/help/credits.html' },
} as const;

/** The guides above the list of segments. */
export const SEGMENT_GUIDES = Object.values(GUIDES);

/** The help pages, linked from empty states and the command palette. */
export const DOCS = {
  overview: { label: 'Getting around', href: '/help/index.html' },
  companies: { label: 'Finding companies', href: '/help/companies.html' },
  filters: { label: 'Filters', href: '/help/filters.html' },
  tags: { label: 'Tags', href: '/help/tags.html' },
  markets: { label: 'Markets', href: '/help/markets.html' },
  ...GUIDES,
  scoring: { label: 'Scoring', href: '/help/scoring.html' },
  scoringAnalysis: { label: 'Scoring analysis', href: '/help/scoring-analysis.html' },
  dataDirectory: { label: 'Data directory', href: '/help/data-directory.html' },
  exports: { label: 'Exports', href: '/help/exports.html' },
  connectors: { label: 'Connectors', href: '/help/connectors.html' },
  doNotContact: { label: 'Do not contact', href: '/help/do-not-contact.html' },
  users: { label: 'Users and audit trail', href: '/help/users.html' },
  apiKeys: { label: 'API keys', href: '/help/api-keys.html' },
  account: { label: 'Account, credits and password', href: '/help/account.html' },
} as const;

/** The help page for those who run accounts, linked from the admin area only. */
export const STAFF_DOCS = { label: 'Running accounts', href: '/help/running-accounts.html' } as const;

/** The pages in the help menu: one for each part of the product. */
export const MENU_DOCS = Object.values(DOCS).filter(
  (page) => page === GUIDES.segments || !SEGMENT_GUIDES.some((guide) => guide === page),
);
