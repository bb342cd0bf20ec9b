import { sql } from '@quarry/clickhouse';
import { type ParsedBy, softwareReviewsConfig } from '@quarry/contracts';
import { day, detailTable, folded, label, number, text } from '../block-table.ts';
import { softwareReviewsGenerator } from '../generate/software.sql.ts';
import { type Computation, dynamicBlock } from './declaration.ts';
import { allOf, countMatches, hasMatches, keywordConditions, keywordHits, keywordsHit } from './matching.ts';
import { reviewTemplates } from './templates/software-reviews.ts';

function compute({ positiveKeywords, negativeKeywords }: ParsedBy<typeof softwareReviewsConfig>): Computation {
  return {
    rowMatches: allOf(keywordConditions(sql`review_text`, positiveKeywords, negativeKeywords)),
    columns: {
      review_rating: sql`rating`,
      review_day: sql`reviewed_at`,
      review_hits: keywordHits(sql`review_text`, positiveKeywords),
    },
    aggregates: {
      count: { value: countMatches, columns: [] },
      // Halves round up, as people expect; the engine would round them to even.
      average_rating: { value: sql`floor(avgIf(review_rating, is_match) * 10 + 0.5) / 10`, columns: ['review_rating'] },
      last_reviewed_at: { value: sql`maxIf(review_day, is_match)`, columns: ['review_day'] },
      matched_keywords: { value: keywordsHit(sql`review_hits`, positiveKeywords), columns: ['review_hits'] },
      has_any: { value: hasMatches, columns: [] },
    },
  };
}

export const softwareReviews = dynamicBlock({
  config: softwareReviewsConfig,
  displayName: 'Software reviews',
  icon: 'message',
  publicDescription: 'Reviews of the company’s software that contain, or do not contain, keywords.',
  table: detailTable('software_reviews', {
    product: text,
    review_title: text,
    review: text,
    rating: number,
    reviewed_at: day,
    url: text,
    source: label,
    review_text: folded(sql`concat(review_title, '\\n', review)`),
  }),
  rowDate: sql`reviewed_at`,
  exampleConfig: { positiveKeywords: ['easy to use', 'support'], negativeKeywords: ['expensive'] },
  fields: [
    {
      internalName: 'count',
      displayName: 'Matching reviews',
      type: 'Number',
      publicDescription: 'Number of reviews that match.',
      defaultRanges: [0, 1, 2, 5, 10, 50],
    },
    {
      internalName: 'average_rating',
      displayName: 'Average rating of matching reviews',
      type: 'Number',
      publicDescription: 'Average rating of the reviews that match, from 1 to 5.',
      defaultRanges: [1, 2, 3, 4, 4.5],
    },
    {
      internalName: 'last_reviewed_at',
      displayName: 'Last matching review',
      type: 'Date',
      publicDescription: 'Date of the latest review that matches.',
    },
    {
      internalName: 'matched_keywords',
      displayName: 'Keywords found in reviews',
      type: 'Multipicklist',
      publicDescription: 'The keywords that were found.',
    },
    {
      internalName: 'has_any',
      displayName: 'Has matching reviews',
      type: 'Boolean',
      publicDescription: 'At least one review matches.',
    },
  ],
  deepPreview: [
    { name: 'review_title', displayName: 'Review title', type: 'String', publicDescription: 'Title of the review.' },
    { name: 'review', displayName: 'Review', type: 'String', publicDescription: 'Text of the review.' },
    { name: 'rating', displayName: 'Rating', type: 'Number', publicDescription: 'From 1 to 5.' },
    { name: 'product', displayName: 'Product', type: 'String', publicDescription: 'The product reviewed.' },
    { name: 'reviewed_at', displayName: 'Reviewed', type: 'Date', publicDescription: 'Date of the review.' },
    { name: 'url', displayName: 'URL', type: 'String', publicDescription: 'Address of the review.', isHidden: true },
  ],
  deepPreviewFields: ['count'],
  compute,
  generator: softwareReviewsGenerator,
  templates: reviewTemplates,
});
