import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { readExcludedIds } from './excluded-companies.ts';
import { inputHash } from './input-hash.ts';
import { isNetNewTo } from './net-new.sql.ts';
import { previewMarket } from './preview-market.ts';
import { parseUnsavedCriteria } from './unsaved-criteria.ts';

export const PREVIEW_KIND = 'market.preview';

const TIMEOUT_MS = 300_000;
const RESULT_TTL_MS = 600_000;
const MAX_CONCURRENT = 10;

/**
 * Starts a preview of criteria, or returns the token of one with the same input from the last ten minutes. Rejects
 * invalid criteria before anything runs.
 */
export const startMarketPreview: Verb<typeof contracts.startMarketPreview> = async (scope, input) => {
  const { client, warehouse } = scope;
  const netNewOnly = input.previewNetNewOnly;
  const criteria = parseUnsavedCriteria(input);
  const excludedIds = await readExcludedIds(scope);
  const { datasetVersion } = client;
  const token = await scope.executions.start(
    {
      clientId: client.id,
      kind: PREVIEW_KIND,
      inputHash: inputHash(input.marketCriteria, criteria, {
        datasetVersion,
        revision: scope.ledger.revision(),
        excludedIds,
        options: { netNewOnly },
      }),
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
