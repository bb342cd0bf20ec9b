import { sql } from '@quarry/clickhouse';
import { type ParsedBy, softwareFeaturesConfig } from '@quarry/contracts';
import { detailTable, folded, label, text } from '../block-table.ts';
import { softwareFeaturesGenerator } from '../generate/software.sql.ts';
import { type Computation, dynamicBlock } from './declaration.ts';
import { countMatches, hasMatches, holdsAny, keywordHits, keywordsHit } from './matching.ts';
import { featureTemplates } from './templates/software-features.ts';

function compute({ keywords }: ParsedBy<typeof softwareFeaturesConfig>): Computation {
  return {
    rowMatches: holdsAny(sql`feature_text`, keywords),
    columns: { feature_hits: keywordHits(sql`feature_text`, keywords) },
    aggregates: {
      count: { value: countMatches, columns: [] },
      matched_keywords: { value: keywordsHit(sql`feature_hits`, keywords), columns: ['feature_hits'] },
      has_any: { value: hasMatches, columns: [] },
    },
  };
}

export const softwareFeatures = dynamicBlock({
  config: softwareFeaturesConfig,
  displayName: 'Software features',
  icon: 'checklist',
  publicDescription: 'Features that the listings of the company’s software name.',
  table: detailTable('software_features', {
    product: text,
    feature: text,
    description: text,
    source: label,
    feature_text: folded(sql`concat(feature, '\\n', description)`),
  }),
  exampleConfig: { keywords: ['single sign-on', 'audit log'] },
  fields: [
    {
      internalName: 'count',
      displayName: 'Matching features',
      type: 'Number',
      publicDescription: 'Number of features that match.',
      defaultRanges: [0, 1, 2, 5],
    },
    {
      internalName: 'matched_keywords',
      displayName: 'Keywords found in features',
      type: 'Multipicklist',
      publicDescription: 'The keywords that were found.',
    },
    {
      internalName: 'has_any',
      displayName: 'Has matching features',
      type: 'Boolean',
      publicDescription: 'At least one feature matches.',
    },
  ],
  deepPreview: [
    { name: 'feature', displayName: 'Feature', type: 'String', publicDescription: 'Name of the feature.' },
    { name: 'product', displayName: 'Product', type: 'String', publicDescription: 'The product that has it.' },
  ],
  deepPreviewFields: ['count'],
  compute,
  generator: softwareFeaturesGenerator,
  templates: featureTemplates,
});
