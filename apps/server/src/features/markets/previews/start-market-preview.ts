import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { readExcludedIds } from './excluded-companies.ts';
import { isNetNewTo } from './net-new.sql.ts';
import { previewMarket } from './preview-market.ts';
import { questionHash } from './question-hash.ts';
import { readUnsavedCriteria } from './unsaved-criteria.ts';

/** What previews are called among the questions that take seconds. */
export const PREVIEW_KIND = 'market.preview';

const TIMEOUT_MS = 300_000;
const RESULT_TTL_MS = 600_000;
const MAX_CONCURRENT = 10;

/**
 * Starts a preview of criteria, or gives the token of an answer to the same question of the last ten minutes. Bad
 * criteria are refused here, before anything runs.
 */
export const startMarketPreview: Verb<typeof contracts.startMarketPreview> = async (scope, input) => {
  const { client, warehouse } = scope;
  const netNewOnly = input.previewNetNewOnly;
  const criteria = readUnsavedCriteria(input);
  const excludedIds = await readExcludedIds(scope);
  const { datasetVersion } = client;
  const token = await scope.executions.start(
    {
      clientId: client.id,
      kind: PREVIEW_KIND,
      inputHash: questionHash(input.marketCriteria, criteria, { datasetVersion, excludedIds, options: { netNewOnly } }),
      requestedBy: scope.user.email,
      timeoutMs: TIMEOUT_MS,
      resultTtlMs: RESULT_TTL_MS,
      maxConcurrent: MAX_CONCURRENT,
    },
    async (control) => ({
      result: await previewMarket(
        warehouse,
        { criteria, isNetNew: isNetNewTo(client, excludedIds), netNewOnly },
        control,
      ),
    }),
  );
  return { token };
};
