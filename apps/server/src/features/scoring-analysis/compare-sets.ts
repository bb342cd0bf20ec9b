import { type AnalysisInputs, type AnalysisResults, AppError } from '@quarry/contracts';
import { z } from 'zod';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import type { AnalysedField } from './analysed-fields.ts';
import { checkRules } from './check-rules.ts';
import { companiesOf } from './compared-sets.sql.ts';
import { findSets } from './compared-sets.ts';
import { type Counting, countOccurrences } from './count-occurrences.ts';
import { suggestFindings } from './suggest-findings.ts';

/** The part of the work that counting takes; the rest is checking rules. */
const COUNTING = 0.9;

/** Compares target companies with others over the fields of a dataset. Throws VALIDATION_FAILED if a set has none. */
export async function compareSets(
  counting: Counting,
  dataset: Dataset,
  fields: readonly AnalysedField[],
  inputs: AnalysisInputs,
): Promise<AnalysisResults> {
  const { warehouse, options } = counting;
  const { sets, good, other } = await findSets(warehouse, dataset, inputs, options);
  const [counted] = await warehouse.rows(companiesOf(dataset), z.object({ __companies: z.number() }), options);
  const companies = counted?.__companies ?? 0;
  if (sets.others === null && companies === sets.targets.length) {
    throw new AppError('VALIDATION_FAILED', 'All companies of your dataset are target companies');
  }
  const comparison = { dataset, sets, companies };
  const onProgress = (fraction: number) => counting.onProgress(COUNTING * fraction);
  const occurrences = await countOccurrences({ ...counting, onProgress }, comparison, fields);
  const { sizes } = occurrences;
  const holdOut = await checkRules(counting, comparison, occurrences);
  return {
    scores: suggestFindings(occurrences.fields, sizes, 'all'),
    goodSetSize: sizes.targets + sizes.heldTargets,
    otherSetSize: sizes.others + sizes.heldOthers,
    goodDomainsFound: good.found,
    goodDomainsNotFound: good.notFound,
    otherDomainsFound: other.found,
    otherDomainsNotFound: other.notFound,
    holdOut,
    updatedAt: new Date().toISOString(),
  };
}
