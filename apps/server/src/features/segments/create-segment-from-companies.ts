import type * as contracts from '@quarry/contracts';
import { selectCompanies } from '#server/features/companies/select-companies.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { describeSegment } from './describe-segments.ts';
import { insertSegment } from './insert-segment.ts';
import { auditValues } from './saved-values.ts';
import { assertRoomForDomains, SELECTED_DOMAINS } from './selected-domains.ts';

/** Creates a static segment of selected companies. Throws CONFLICT, VALIDATION_FAILED, INVALID_FILTER and NAME_TAKEN. */
export const createSegmentFromCompanies: Verb<typeof contracts.createSegmentFromCompanies> = async (
  scope,
  { name, companies },
) => {
  const dataset = await openDataset(scope);
  const selected = await selectCompanies(scope, companies, SELECTED_DOMAINS);
  const domains = assertRoomForDomains(selected.map(({ domain }) => domain));
  const row = await scope.change(async (tx) => {
    const result = await insertSegment(tx, scope, dataset, {
      name,
      filters: null,
      inclusions: { domains },
      exclusions: { domains: [], segmentIds: [] },
      limitOptions: null,
      isDynamic: false,
      selectedColumns: null,
    });
    return { result, target: name, targetId: result.id, after: auditValues(result) };
  });
  return { item: await describeSegment(scope, row) };
};
