import { companyTable, day, list, number } from '../block-table.ts';
import { staticBlock } from './declaration.ts';

export const reviewsSummary = staticBlock({
  blockName: 'reviews_summary',
  displayName: 'Reviews summary',
  icon: 'stars',
  publicDescription: 'What reviewers say of the company’s software, summed up over all review sites.',
  table: companyTable('reviews_summary', {
    review_count: number,
    average_rating: number,
    recommended_share: number,
    products: list,
    review_sites: list,
    last_reviewed_at: day,
  }),
  fields: [
    {
      internalName: 'review_count',
      displayName: 'Review count',
      type: 'Number',
      publicDescription: 'Number of reviews of the company’s products.',
      defaultRanges: [0, 1, 10, 50, 100, 500],
    },
    {
      internalName: 'average_rating',
      displayName: 'Average rating',
      type: 'Number',
      publicDescription: 'Average rating from 1 to 5.',
      defaultRanges: [1, 2, 3, 4, 4.5],
    },
    {
      internalName: 'recommended_share',
      displayName: 'Would recommend',
      type: 'Percentage',
      publicDescription: 'Share of reviews with four stars or more.',
      defaultRanges: [0, 0.5, 0.7, 0.8, 0.9],
    },
    {
      internalName: 'products',
      displayName: 'Reviewed products',
      type: 'Array',
      publicDescription: 'The products that have reviews.',
    },
    {
      internalName: 'review_sites',
      displayName: 'Review sites',
      type: 'Multipicklist',
      publicDescription: 'Sites that carry the reviews.',
    },
    {
      internalName: 'last_reviewed_at',
      displayName: 'Last review',
      type: 'Date',
      publicDescription: 'Date of the latest review.',
      defaultRanges: ['2020-01-01', '2022-01-01', '2024-01-01', '2025-01-01', '2026-01-01'],
    },
  ],
});
