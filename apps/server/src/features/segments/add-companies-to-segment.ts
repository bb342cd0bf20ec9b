import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { countRules } from '@quarry/filters';
import { selectCompanies } from '#server/features/companies/select-companies.ts';
import type { Verb } from '#server/platform/mount.ts';
import { beginUpdate } from './begin-update.ts';
import { describeSegment } from './describe-segments.ts';
import { auditValues } from './saved-values.ts';
import { findSegment, lockClient, type SegmentRow } from './segment.ts';
import { readDomains } from './segment-domains.ts';
import { assertRoomForDomains, SELECTED_DOMAINS } from './selected-domains.ts';

/** Adds companies to a segment that is a list of domains. Throws NOT_FOUND, CONFLICT and VALIDATION_FAILED. */
export const addCompaniesToSegment: Verb<typeof contracts.addCompaniesToSegment> = async (
  scope,
  { segmentId, companies },
) => {
  const selected = await selectCompanies(scope, companies, SELECTED_DOMAINS);
  const { row, addedCnt } = await scope.change(async (tx) => {
    const clientId = scope.client.id;
    await lockClient(tx, clientId);
    const before = await findSegment(tx, clientId, segmentId);
    assertTakesCompanies(before);
    const listed = before.inclusions.domains;
    const known = new Set(readDomains(listed).hosts);
    const added = [...new Set(selected.map(({ domain }) => domain))].filter((domain) => !known.has(domain));
    const domains = assertRoomForDomains([...listed, ...added]);
    const after = await beginUpdate(tx, scope, segmentId, { inclusions: { domains }, updateStatus: 'RUNNING' });
    return {
      result: { row: after, addedCnt: added.length },
      target: before.name,
      targetId: segmentId,
      before: auditValues(before),
      after: auditValues(after),
    };
  });
  return { item: await describeSegment(scope, row), addedCnt };
};

/** In any other segment, inclusions narrow. */
function assertTakesCompanies({ id, filters, inclusions }: SegmentRow): void {
  if (countRules(filters) === 0 && inclusions.domains.length > 0) return;
  throw new AppError(
    'CONFLICT',
    'Companies can only be added to a segment that is a list of included domains without filters.',
    { segmentId: id },
  );
}
