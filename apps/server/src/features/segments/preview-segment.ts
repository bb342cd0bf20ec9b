import type * as contracts from '@quarry/contracts';
import { findCompanies } from '#server/features/companies/find-companies.ts';
import { type Dataset, openDataset } from '#server/features/datasets/dataset.ts';
import { readDerivedNodes } from '#server/features/datasets/derived-nodes.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertUsableDefinition } from './assert-usable-definition.ts';
import { findMissingDomains } from './compute-segments.ts';
import { compileMembership, NEW_SEGMENT, type OwnSegment } from './membership.sql.ts';
import { findSegment } from './segment.ts';
import { readDomains } from './segment-domains.ts';

/** The most missing domains that a preview names. */
const NAMED_DOMAINS = 100;

/** Finds what a definition would. Throws NOT_FOUND, VALIDATION_FAILED, INVALID_FILTER and CYCLE. */
export const previewSegment: Verb<typeof contracts.previewSegment> = async (scope, input) => {
  const { segmentId, limit, ...definition } = input;
  const dataset = await openDataset(scope);
  const { edited, all } = await scope.read(async (tx) => ({
    edited: segmentId === undefined ? null : await findSegment(tx, scope.client.id, segmentId),
    all: await readDerivedNodes(tx, scope.client.id),
  }));
  assertUsableDefinition(dataset, definition, all, edited);
  const own = edited === null ? NEW_SEGMENT : ownSegment(dataset, edited.id);
  const membership = compileMembership(dataset, definition, own);
  const { companies, companiesCnt } = await findCompanies(scope, dataset, {
    match: membership.isAllowed,
    order: membership.order,
    offset: 0,
    limit: Math.min(limit, membership.limit ?? limit),
    isCounted: true,
  });
  const { inclusions, exclusions } = definition;
  const missing = await findMissingDomains(
    { warehouse: scope.warehouse, dataset, lane: 'people', signal: scope.request.signal },
    inclusions.domains,
  );
  const { invalid } = readDomains([...inclusions.domains, ...exclusions.domains]);
  return {
    items: companies,
    count: Math.min(companiesCnt, membership.limit ?? companiesCnt),
    notFoundDomains: missing.slice(0, NAMED_DOMAINS),
    notFoundDomainsCount: missing.length,
    invalidDomains: [...new Set(invalid)],
  };
};

function ownSegment(dataset: Dataset, id: string): OwnSegment {
  const hasCompanies = (dataset.segmentRuns.get(id) ?? null) !== null;
  return { id, isActive: hasCompanies ? dataset.isInSegments([id]) : null };
}
