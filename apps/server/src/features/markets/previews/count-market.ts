import type * as contracts from '@quarry/contracts';
import { type CompanyCounts, countCompanies } from '#server/features/universe/criteria/count-companies.ts';
import { defineCache } from '#server/platform/caches.ts';
import type { Verb } from '#server/platform/mount.ts';
import { createCoalescingCache } from './coalescing-cache.ts';
import { readExcludedIds } from './excluded-companies.ts';
import { inputHash } from './input-hash.ts';
import { isNetNewTo } from './net-new.sql.ts';
import { parseUnsavedCriteria } from './unsaved-criteria.ts';

const TTL_MS = 600_000;
const MAX_ENTRIES = 500;

/** Counts refer to rules by position, so equal criteria share them regardless of their rule ids. */
const countCache = defineCache(() => createCoalescingCache<CompanyCounts>({ ttlMs: TTL_MS, maxEntries: MAX_ENTRIES }));

/** Counts the companies that match criteria, in total and per rule. Ends with its request. */
export const countMarket: Verb<typeof contracts.countMarket> = async (scope, input) => {
  const { client, warehouse } = scope;
  const parsed = parseUnsavedCriteria(input);
  const excludedIds = await readExcludedIds(scope);
  const hash = inputHash(input.marketCriteria, parsed, {
    datasetVersion: client.datasetVersion,
    revision: scope.ledger.revision(),
    excludedIds,
  });
  const criteria = parsed.compiled;
  const { rules, ...totals } = await countCache(scope).get(`${client.id} ${hash}`, scope.request.signal, (signal) =>
    countCompanies({ warehouse, criteria, isNetNew: isNetNewTo(client, excludedIds), signal }),
  );
  return {
    ...totals,
    rules: criteria.rules.flatMap(({ id }, at) => {
      const own = rules[at];
      return own === undefined ? [] : [{ ruleId: id, ...own }];
    }),
  };
};
