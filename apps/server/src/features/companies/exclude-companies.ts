import type * as contracts from '@quarry/contracts';
import { AppError, MAX_EXCLUDED_COMPANIES } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { companiesTarget, lockExclusions, recordedCompanies, saveExclusions } from './exclusions.ts';
import { selectCompanies } from './select-companies.ts';

/** Excludes the companies of a selection. Throws CONFLICT if the account would exclude too many. */
export const excludeCompanies: Verb<typeof contracts.excludeCompanies> = async (scope, { companies }) => {
  const selected = await selectCompanies(scope, companies, MAX_EXCLUDED_COMPANIES + 1);
  const ids = selected.map(({ id }) => id);
  return scope.change(async (tx) => {
    const { all, sinceBuild } = await lockExclusions(tx, scope.client.id);
    const known = new Set(all);
    const added = ids.filter((id) => !known.has(id));
    if (all.length + added.length > MAX_EXCLUDED_COMPANIES) {
      const limit = MAX_EXCLUDED_COMPANIES.toLocaleString('en-US');
      throw new AppError(
        'CONFLICT',
        `An account can exclude at most ${limit} companies. ${all.length.toLocaleString('en-US')} are excluded already.`,
        { limit: MAX_EXCLUDED_COMPANIES, excluded: all.length },
      );
    }
    await saveExclusions(tx, scope.client.id, {
      all: [...all, ...added],
      sinceBuild: [...new Set([...sinceBuild, ...ids])],
    });
    return {
      result: { companyIds: added },
      target: companiesTarget(added.length),
      after: { ...recordedCompanies(added), ...('matching' in companies ? { matching: companies.matching } : {}) },
    };
  });
};
