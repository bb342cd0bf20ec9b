/** The help pages, linked from the help menu, empty states and the command palette. */
export const DOCS = {
  overview: { label: 'Getting around', href: '/help/index.html' },
  companies: { label: 'Finding companies', href: '/help/companies.html' },
  filters: { label: 'Filters', href: '/help/filters.html' },
  tags: { label: 'Tags', href: '/help/tags.html' },
  markets: { label: 'Markets', href: '/help/markets.html' },
  scoring: { label: 'Scoring', href: '/help/scoring.html' },
  dataDirectory: { label: 'Data directory', href: '/help/data-directory.html' },
  exports: { label: 'Exports', href: '/help/exports.html' },
  doNotContact: { label: 'Do not contact', href: '/help/do-not-contact.html' },
  users: { label: 'Users and audit trail', href: '/help/users.html' },
  apiKeys: { label: 'API keys', href: '/help/api-keys.html' },
  account: { label: 'Account, credits and password', href: '/help/account.html' },
} as const;
