import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { companiesTarget, lockExclusions, recordedCompanies, saveExclusions } from './exclusions.ts';

/** Ends the exclusion of companies. Those that the current version still has are shown at once. */
export const restoreCompanies: Verb<typeof contracts.restoreCompanies> = async (scope, { companyIds }) =>
  scope.change(async (tx) => {
    const { all, sinceBuild } = await lockExclusions(tx, scope.client.id);
    const ending = new Set(companyIds);
    const restored = all.filter((id) => ending.has(id));
    const left = (ids: readonly string[]) => ids.filter((id) => !ending.has(id));
    const hidden = left(sinceBuild);
    await saveExclusions(tx, scope.client.id, { all: left(all), sinceBuild: hidden });
    return {
      result: { restoredCnt: restored.length, shownCnt: sinceBuild.length - hidden.length },
      target: companiesTarget(restored.length),
      after: recordedCompanies(restored),
    };
  });
