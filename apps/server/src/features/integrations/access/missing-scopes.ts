import type { Vendor } from '../vendors/vendor.ts';

/** The scopes that a connection lacks. */
export const missingScopesOf = (vendor: Vendor, granted: readonly string[]): string[] =>
  vendor.scopes.filter((scope) => !granted.includes(scope));

/** What people read about a connection that lacks scopes. */
export const missingScopesProblem = (vendor: Vendor, missing: readonly string[]): string =>
  `${vendor.label} did not grant everything that a sync needs (${missing.join(', ')}). Connect ${vendor.label} again and accept all permissions.`;
