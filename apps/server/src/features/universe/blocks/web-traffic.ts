import { sql } from '@quarry/clickhouse';
import { companyTable, label, list, number } from '../block-table.ts';
import { webTrafficGenerator } from '../generate/static-blocks.sql.ts';
import { staticBlock } from './declaration.ts';

const SHARES = [0, 0.1, 0.25, 0.5, 0.75];

export const webTraffic = staticBlock({
  blockName: 'web_traffic',
  displayName: 'Web traffic',
  icon: 'chart',
  publicDescription: 'Estimated visits to the company’s website and where they come from.',
  table: companyTable('web_traffic', {
    monthly_visits: number,
    visits_growth: number,
    global_rank: number,
    bounce_rate: number,
    pages_per_visit: number,
    visit_seconds: number,
    top_country: label,
    visitor_countries: list,
    search_share: number,
    direct_share: number,
    paid_share: number,
    social_share: number,
  }),
  generator: webTrafficGenerator,
  fields: [
    {
      internalName: 'monthly_visits',
      displayName: 'Monthly visits',
      type: 'Number',
      publicDescription: 'Estimated visits in the latest full month.',
      defaultRanges: [0, 1000, 10000, 50000, 100000, 1000000, 10000000],
    },
    {
      internalName: 'visits_growth',
      displayName: 'Visits growth, 3 months',
      type: 'Percentage',
      publicDescription: 'Change of monthly visits against three months earlier.',
      defaultRanges: [-1, -0.25, -0.05, 0.05, 0.25, 1],
    },
    {
      internalName: 'global_rank',
      displayName: 'Global rank',
      type: 'Number',
      publicDescription: 'Rank among all websites; 1 is the most visited.',
      defaultRanges: [1, 10000, 100000, 1000000, 5000000],
    },
    {
      internalName: 'bounce_rate',
      displayName: 'Bounce rate',
      type: 'Percentage',
      publicDescription: 'Share of visits that end after one page.',
      defaultRanges: [0, 0.3, 0.5, 0.7],
    },
    {
      internalName: 'pages_per_visit',
      displayName: 'Pages per visit',
      type: 'Number',
      publicDescription: 'Average number of pages in a visit.',
      defaultRanges: [1, 2, 3, 5],
    },
    {
      internalName: 'visit_seconds',
      displayName: 'Visit duration in seconds',
      type: 'Number',
      publicDescription: 'Average length of a visit.',
      defaultRanges: [0, 30, 60, 120, 300],
    },
    {
      internalName: 'top_country',
      displayName: 'Top visitor country',
      type: 'Picklist',
      publicDescription: 'The country that most visits come from.',
      column: sql`toString(top_country)`,
    },
    {
      internalName: 'visitor_countries',
      displayName: 'Visitor countries',
      type: 'Multipicklist',
      publicDescription: 'The countries that most visits come from.',
    },
    {
      internalName: 'search_share',
      displayName: 'Visits from search',
      type: 'Percentage',
      publicDescription: 'Share of visits from unpaid search results.',
      defaultRanges: SHARES,
    },
    {
      internalName: 'direct_share',
      displayName: 'Direct visits',
      type: 'Percentage',
      publicDescription: 'Share of visits that come straight to the site.',
      defaultRanges: SHARES,
    },
    {
      internalName: 'paid_share',
      displayName: 'Visits from ads',
      type: 'Percentage',
      publicDescription: 'Share of visits from paid search and display ads.',
      defaultRanges: SHARES,
    },
    {
      internalName: 'social_share',
      displayName: 'Visits from social networks',
      type: 'Percentage',
      publicDescription: 'Share of visits from social networks.',
      defaultRanges: SHARES,
    },
  ],
});
