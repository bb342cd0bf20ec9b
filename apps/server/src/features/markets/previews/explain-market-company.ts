import type * as contracts from '@quarry/contracts';
import { explainCompany } from '#server/features/universe/criteria/explain-company.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readExcludedIds } from './excluded-companies.ts';
import { isNetNewTo } from './net-new.sql.ts';
import { parseUnsavedCriteria } from './unsaved-criteria.ts';

/** Explains rule by rule how criteria apply to one company of the universe. Throws NOT_FOUND for an unknown company. */
export const explainMarketCompany: Verb<typeof contracts.explainMarketCompany> = async (scope, input) => {
  const { configs, day } = parseUnsavedCriteria(input);
  const { isMatch, isNetNew, meetsMandatoryRules, rules, groups } = await explainCompany({
    warehouse: scope.warehouse,
    criteria: input.marketCriteria,
    companyId: input.companyId,
    isNetNew: isNetNewTo(scope.client, await readExcludedIds(scope)),
    today: day,
    configs,
    signal: scope.request.signal,
    lane: 'people',
  });
  return { isMatch, isNetNew, meetsMandatoryRules, rules: [...rules], groups: [...groups] };
};
