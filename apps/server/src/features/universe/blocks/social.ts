import { companyTable, day, list, number, text } from '../block-table.ts';
import { socialGenerator } from '../generate/static-blocks.sql.ts';
import { staticBlock } from './declaration.ts';

const FOLLOWERS = [0, 100, 1000, 5000, 10000, 50000, 100000];

export const social = staticBlock({
  blockName: 'social',
  displayName: 'Social',
  icon: 'share',
  publicDescription: 'The company’s pages and followers on social networks.',
  table: companyTable('social', {
    networks: list,
    linked_in_followers: number,
    linked_in_employees: number,
    employee_growth: number,
    x_url: text,
    x_followers: number,
    facebook_url: text,
    instagram_followers: number,
    youtube_subscribers: number,
    github_url: text,
    last_post_at: day,
  }),
  generator: socialGenerator,
  fields: [
    {
      internalName: 'networks',
      displayName: 'Social networks',
      type: 'Multipicklist',
      publicDescription: 'Networks on which the company has a page.',
    },
    {
      internalName: 'linked_in_followers',
      displayName: 'LinkedIn followers',
      type: 'Number',
      publicDescription: 'Followers of the company’s LinkedIn page.',
      defaultRanges: FOLLOWERS,
    },
    {
      internalName: 'linked_in_employees',
      displayName: 'Employees on LinkedIn',
      type: 'Number',
      publicDescription: 'People on LinkedIn who name the company as their employer.',
      defaultRanges: [1, 11, 51, 201, 501, 1001, 5001],
    },
    {
      internalName: 'employee_growth',
      displayName: 'Employee growth, 12 months',
      type: 'Percentage',
      publicDescription: 'Change of the number of employees on LinkedIn in twelve months.',
      defaultRanges: [-1, -0.1, 0, 0.1, 0.25, 0.5, 1],
    },
    {
      internalName: 'x_url',
      displayName: 'X URL',
      type: 'String',
      publicDescription: 'The company’s page on X.',
    },
    {
      internalName: 'x_followers',
      displayName: 'X followers',
      type: 'Number',
      publicDescription: 'Followers of the company’s page on X.',
      defaultRanges: FOLLOWERS,
    },
    {
      internalName: 'facebook_url',
      displayName: 'Facebook URL',
      type: 'String',
      publicDescription: 'The company’s page on Facebook.',
    },
    {
      internalName: 'instagram_followers',
      displayName: 'Instagram followers',
      type: 'Number',
      publicDescription: 'Followers of the company’s Instagram account.',
      defaultRanges: FOLLOWERS,
    },
    {
      internalName: 'youtube_subscribers',
      displayName: 'YouTube subscribers',
      type: 'Number',
      publicDescription: 'Subscribers of the company’s YouTube channel.',
      defaultRanges: FOLLOWERS,
    },
    {
      internalName: 'github_url',
      displayName: 'GitHub URL',
      type: 'String',
      publicDescription: 'The company’s organisation on GitHub.',
    },
    {
      internalName: 'last_post_at',
      displayName: 'Last post',
      type: 'Date',
      publicDescription: 'When the company last posted on any network.',
      defaultRanges: ['2023-01-01', '2024-01-01', '2025-01-01', '2026-01-01'],
    },
  ],
});
