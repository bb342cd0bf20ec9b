import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { PREVIEW_KIND } from './start-market-preview.ts';

/** Aborts a running preview; a finished one stays as it is. Throws NOT_FOUND. */
export const abortMarketPreview: Verb<typeof contracts.abortMarketPreview> = async (scope, { token }) => ({
  status: await scope.executions.abort(scope.client.id, PREVIEW_KIND, token),
});
