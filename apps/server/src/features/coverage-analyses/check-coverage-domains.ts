import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { checkDomains } from './check-domains.ts';

/** Tells which domains are in the universe. */
export const checkCoverageDomains: Verb<typeof contracts.checkCoverageDomains> = async (scope, { domains }) =>
  checkDomains(scope.warehouse, domains, scope.request.signal);
