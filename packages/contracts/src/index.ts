import * as apiKeys from './api-keys.ts';
import * as auditTrail from './audit-trail.ts';
import * as auth from './auth.ts';
import * as client from './client.ts';
import * as companies from './companies.ts';
import * as contacts from './contacts.ts';
import * as dataBlockConfigs from './data-block-configs.ts';
import * as dataDirectory from './data-directory.ts';
import * as dataPoints from './data-points.ts';
import type { Endpoint } from './endpoint.ts';
import * as exports from './exports.ts';
import * as jobs from './jobs.ts';
import * as markets from './markets.ts';
import * as tags from './tags.ts';
import * as userSettings from './user-settings.ts';
import * as users from './users.ts';

export * from './api-key-scope.ts';
export * from './api-keys.ts';
export * from './audit-trail.ts';
export * from './auth.ts';
export * from './block-configs.ts';
export * from './client.ts';
export * from './companies.ts';
export * from './config-parts.ts';
export * from './contacts.ts';
export * from './data-block-configs.ts';
export * from './data-directory.ts';
export * from './data-points.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './execution.ts';
export * from './exports.ts';
export * from './jobs.ts';
export * from './markets.ts';
export * from './password.ts';
export * from './people.ts';
export * from './permissions.ts';
export * from './schema-field.ts';
export * from './tags.ts';
export * from './user-settings.ts';
export * from './users.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'output' in value;
}

/** Every endpoint of the API, for the server's doors, OpenAPI, the access matrix and the fuzz test. */
export const ENDPOINTS: readonly Endpoint[] = [
  apiKeys,
  auditTrail,
  auth,
  client,
  companies,
  contacts,
  dataBlockConfigs,
  dataDirectory,
  dataPoints,
  exports,
  jobs,
  markets,
  tags,
  userSettings,
  users,
]
  .flatMap((room) => Object.values(room))
  .filter(isEndpoint);
