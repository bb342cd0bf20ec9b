import type * as contracts from '@quarry/contracts';
import { type CompanyCounts, countCompanies } from '#server/features/universe/criteria/count-companies.ts';
import { defineCache } from '#server/platform/caches.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readExcludedIds } from './excluded-companies.ts';
import { isNetNewTo } from './net-new.sql.ts';
import { questionHash } from './question-hash.ts';
import { createSharedAnswers } from './shared-answers.ts';
import { readUnsavedCriteria } from './unsaved-criteria.ts';

const FRESH_FOR_MS = 600_000;
const MOST_KEPT = 500;

/** Counts name no rules but by their place, so they hold for equal criteria whatever ids the rules have. */
const sharedCounts = defineCache(() =>
  createSharedAnswers<CompanyCounts>({ freshForMs: FRESH_FOR_MS, mostKept: MOST_KEPT }),
);

/** Counts how many companies match criteria and what each rule does to that. Ends with its request. */
export const countMarket: Verb<typeof contracts.countMarket> = async (scope, input) => {
  const { client, warehouse } = scope;
  const read = readUnsavedCriteria(input);
  const excludedIds = await readExcludedIds(scope);
  const hash = questionHash(input.marketCriteria, read, { datasetVersion: client.datasetVersion, excludedIds });
  const criteria = read.compiled;
  const { rules, ...totals } = await sharedCounts(scope).ask(`${client.id} ${hash}`, scope.request.signal, (signal) =>
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
