import { boolean, companyTable, day, list, number } from '../block-table.ts';
import { adsGenerator } from '../generate/static-blocks.sql.ts';
import { staticBlock } from './declaration.ts';

/** From public ad libraries. */
export const ads = staticBlock({
  blockName: 'ads',
  displayName: 'Ads',
  icon: 'ad',
  publicDescription: 'Advertising that the company runs on the large platforms.',
  table: companyTable('ads', {
    is_advertising: boolean,
    platforms: list,
    active_ads: number,
    monthly_spend_usd: number,
    first_ad_at: day,
    last_ad_at: day,
  }),
  generator: adsGenerator,
  fields: [
    {
      internalName: 'is_advertising',
      displayName: 'Is advertising',
      type: 'Boolean',
      publicDescription: 'An ad of the company was seen in the last 30 days.',
    },
    {
      internalName: 'platforms',
      displayName: 'Ad platforms',
      type: 'Multipicklist',
      publicDescription: 'Platforms on which the company has advertised.',
    },
    {
      internalName: 'active_ads',
      displayName: 'Active ads',
      type: 'Number',
      publicDescription: 'Number of ads running at the latest check.',
      defaultRanges: [0, 1, 5, 20, 100],
    },
    {
      internalName: 'monthly_spend_usd',
      displayName: 'Monthly ad spend',
      type: 'Currency',
      publicDescription: 'Estimated ad spend in the latest month, in US dollars.',
      defaultRanges: [0, 1000, 10000, 50000, 250000],
    },
    {
      internalName: 'first_ad_at',
      displayName: 'First ad seen',
      type: 'Date',
      publicDescription: 'When an ad of the company was first seen.',
      defaultRanges: ['2020-01-01', '2022-01-01', '2024-01-01', '2025-01-01', '2026-01-01'],
    },
    {
      internalName: 'last_ad_at',
      displayName: 'Last ad seen',
      type: 'Date',
      publicDescription: 'When an ad of the company was last seen.',
      defaultRanges: ['2022-01-01', '2024-01-01', '2025-01-01', '2026-01-01'],
    },
  ],
});
