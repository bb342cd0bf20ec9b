import { sql } from '@quarry/clickhouse';
import { jobsConfig, type ParsedBy } from '@quarry/contracts';
import { day, detailTable, flag, folded, label, text } from '../block-table.ts';
import { jobsGenerator } from '../generate/jobs.sql.ts';
import { type Computation, dynamicBlock } from './declaration.ts';
import {
  allOf,
  countMatches,
  distinctValues,
  hasMatches,
  inCountries,
  keywordConditions,
  someDistinctValues,
} from './matching.ts';
import { jobTemplates } from './templates/jobs.ts';

function compute(config: ParsedBy<typeof jobsConfig>): Computation {
  return {
    rowMatches: allOf([
      ...(config.onlyOpenJobs ? [sql`is_open`] : []),
      ...(config.onlyOldJobs ? [sql`NOT is_open`] : []),
      ...inCountries(sql`country`, config.countries),
      ...keywordConditions(sql`title_text`, config.titleKeywords, config.negativeTitleKeywords),
      ...keywordConditions(sql`description_text`, config.descriptionKeywords, config.negativeDescriptionKeywords),
    ]),
    columns: { job_title: sql`trimBoth(title)`, job_country: sql`toString(country)`, job_posted_at: sql`posted_at` },
    aggregates: {
      count: { value: countMatches, columns: [] },
      titles: { value: someDistinctValues(sql`job_title`), columns: ['job_title'] },
      countries: { value: distinctValues(sql`job_country`), columns: ['job_country'] },
      first_posted_at: { value: sql`minIf(job_posted_at, is_match)`, columns: ['job_posted_at'] },
      last_posted_at: { value: sql`maxIf(job_posted_at, is_match)`, columns: ['job_posted_at'] },
      has_any: { value: hasMatches, columns: [] },
    },
  };
}

export const jobs = dynamicBlock({
  config: jobsConfig,
  displayName: 'Jobs',
  icon: 'briefcase',
  publicDescription: 'Job posts of the company that match keywords and countries.',
  internalNotes:
    'Closed jobs are kept for 24 months. Open = seen in the last crawl of its source and not past its end date.',
  table: detailTable('jobs', {
    title: text,
    description: text,
    country: label,
    city: text,
    department: label,
    posted_at: day,
    closed_at: day,
    is_open: flag,
    last_seen_at: day,
    url: text,
    source: label,
    title_text: folded(sql`title`),
    description_text: folded(sql`description`),
  }),
  rowDate: sql`posted_at`,
  exampleConfig: {
    onlyOpenJobs: true,
    onlyOldJobs: false,
    titleKeywords: ['head ** sales', 'vp sales'],
    descriptionKeywords: [],
    negativeTitleKeywords: ['assistant'],
    negativeDescriptionKeywords: [],
    countries: ['region:Europe'],
  },
  fields: [
    {
      internalName: 'count',
      displayName: 'Matching jobs',
      type: 'Number',
      publicDescription: 'Number of job posts that match.',
      defaultRanges: [0, 1, 2, 5, 10, 25],
    },
    {
      internalName: 'titles',
      displayName: 'Titles of matching jobs',
      type: 'Array',
      publicDescription: 'Distinct titles of the job posts that match, at most 50.',
      suggestionColumn: sql`title`,
    },
    {
      internalName: 'countries',
      displayName: 'Countries of matching jobs',
      type: 'Multipicklist',
      publicDescription: 'Countries of the job posts that match.',
      suggestionColumn: sql`country`,
    },
    {
      internalName: 'first_posted_at',
      displayName: 'First matching job posted',
      type: 'Date',
      publicDescription: 'When the earliest matching job was posted.',
    },
    {
      internalName: 'last_posted_at',
      displayName: 'Last matching job posted',
      type: 'Date',
      publicDescription: 'When the latest matching job was posted.',
    },
    {
      internalName: 'has_any',
      displayName: 'Has matching jobs',
      type: 'Boolean',
      publicDescription: 'At least one job post matches.',
    },
  ],
  deepPreview: [
    { name: 'title', displayName: 'Title', type: 'String', publicDescription: 'Title of the job post.' },
    { name: 'country', displayName: 'Country', type: 'Picklist', publicDescription: 'Where the job is.' },
    { name: 'posted_at', displayName: 'Posted', type: 'Date', publicDescription: 'When the job was posted.' },
    { name: 'closed_at', displayName: 'Closed', type: 'Date', publicDescription: 'When the job was taken down.' },
    {
      name: 'description',
      displayName: 'Description',
      type: 'String',
      publicDescription: 'Text of the job post.',
      isHidden: true,
    },
    { name: 'url', displayName: 'URL', type: 'String', publicDescription: 'Address of the post.', isHidden: true },
  ],
  deepPreviewFields: ['count'],
  compute,
  generator: jobsGenerator,
  templates: jobTemplates,
});
