import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router';
import { auditTrailSearch } from '../features/audit-trail/audit-trail-search.ts';
import { creditsSearch } from '../features/credits/credits-search.ts';
import { logsSearch } from '../features/integration-jobs/logs-search.ts';
import { callbackSearch } from '../features/integrations/callback/connector-callback.ts';
import { connectorsSearch } from '../features/integrations/connectors-search.ts';
import { listSearch, searchOf } from '../lib/list-search.ts';
import { client } from './parents.ts';

const credits = createRoute({
  getParentRoute: () => client,
  path: '/credits',
  validateSearch: creditsSearch,
  component: page(() => import('../features/credits/CreditsPage.tsx')),
});
const doNotContact = createRoute({
  getParentRoute: () => client,
  path: '/do-not-contact',
  validateSearch: listSearch,
  component: page(() => import('../features/contacts/DoNotContactPage.tsx')),
});
const users = createRoute({
  getParentRoute: () => client,
  path: '/settings/users',
  validateSearch: searchOf,
  component: page(() => import('../features/users/UsersPage.tsx')),
});
const auditTrail = createRoute({
  getParentRoute: () => client,
  path: '/settings/audit-trail',
  validateSearch: auditTrailSearch,
  component: page(() => import('../features/audit-trail/AuditTrailPage.tsx')),
});
const apiKeys = createRoute({
  getParentRoute: () => client,
  path: '/settings/api-keys',
  component: page(() => import('../features/api-keys/ApiKeysPage.tsx')),
});

const connectors = createRoute({
  getParentRoute: () => client,
  path: '/settings/connectors',
  validateSearch: connectorsSearch,
  component: page(() => import('../features/integrations/ConnectorsPage.tsx')),
});
const connectorCallback = createRoute({
  getParentRoute: () => client,
  path: '/settings/connectors/$connectorType',
  validateSearch: callbackSearch,
  component: page(() => import('../features/integrations/callback/ConnectorCallbackPage.tsx')),
});
const connectorLogs = createRoute({
  getParentRoute: () => client,
  path: '/settings/connector-logs',
  validateSearch: logsSearch,
  component: page(() => import('../features/integration-jobs/ConnectorLogsPage.tsx')),
});

/** An account's settings. */
export const settingsPages = [
  credits,
  doNotContact,
  users,
  auditTrail,
  apiKeys,
  connectors,
  connectorCallback,
  connectorLogs,
] as const;
