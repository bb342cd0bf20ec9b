import type * as contracts from '@quarry/contracts';
import { SCORING_PREVIEW_COMPANIES } from '@quarry/contracts';
import { z } from 'zod';
import { companyHit, readRows } from '#server/features/companies/read-rows.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import type { Verb } from '#server/platform/mount.ts';
import { rankedCompanies, scoreOf } from './scores.sql.ts';

const rankedRow = z.intersection(companyHit, z.object({ __score: z.number() }));

/** Ranks the companies under unsaved rules. Throws INVALID_FILTER and DATASET_NOT_BUILT. */
export const previewScoring: Verb<typeof contracts.previewScoring> = async (scope, input) => {
  const { rules, order, domains, scoreRange } = input;
  const dataset = await openDataset(scope);
  const hosts = domains.flatMap((domain) => normaliseDomain(domain)?.host ?? []);
  const preview = {
    score: scoreOf(dataset, rules),
    order,
    domains: domains.length === 0 ? null : hosts,
    scoreRange,
    limit: SCORING_PREVIEW_COMPANIES,
  };
  const ranked = await scope.warehouse.rows(rankedCompanies(dataset, preview), rankedRow, {
    lane: 'analysis',
    signal: scope.request.signal,
  });
  const scores = new Map(ranked.map(({ id, __score }) => [id, __score]));
  const used = new Set(rules.map(({ field }) => field));
  const companies = (await readRows(scope, dataset, ranked)).map((row) => ({
    ...Object.fromEntries(Object.entries(row).filter(([field]) => used.has(field))),
    __previewScore: scores.get(row.__company_id) ?? 0,
    name: row.name,
    __domain: row.__domain,
    __company_id: row.__company_id,
  }));
  return { companies };
};
