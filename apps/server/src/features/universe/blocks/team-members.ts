import { sql } from '@quarry/clickhouse';
import { type ParsedBy, teamMembersConfig } from '@quarry/contracts';
import { day, detailTable, folded, label, text } from '../block-table.ts';
import { teamMembersGenerator } from '../generate/team-members.sql.ts';
import { type Computation, dynamicBlock } from './declaration.ts';
import {
  allOf,
  countMatches,
  distinctValues,
  hasMatches,
  inCountries,
  keywordConditions,
  oneOf,
  someDistinctValues,
} from './matching.ts';
import { teamMemberTemplates } from './templates/team-members.ts';

function compute(config: ParsedBy<typeof teamMembersConfig>): Computation {
  return {
    rowMatches: allOf([
      ...inCountries(sql`country`, config.countries),
      ...oneOf(sql`department`, config.departments),
      ...oneOf(sql`seniority`, config.seniorities),
      ...keywordConditions(sql`position_text`, config.positionKeywords, config.negativePositionKeywords),
    ]),
    columns: {
      person_position: sql`trimBoth(position)`,
      person_seniority: sql`toString(seniority)`,
      person_country: sql`toString(country)`,
      person_started_at: sql`started_at`,
    },
    aggregates: {
      count: { value: countMatches, columns: [] },
      share_of_team: { value: sql`toNullable(countIf(is_match) / count())`, columns: [], readsAllRows: true },
      positions: { value: someDistinctValues(sql`person_position`), columns: ['person_position'] },
      seniorities: { value: distinctValues(sql`person_seniority`), columns: ['person_seniority'] },
      countries: { value: distinctValues(sql`person_country`), columns: ['person_country'] },
      newest_start_at: { value: sql`maxIf(person_started_at, is_match)`, columns: ['person_started_at'] },
      has_any: { value: hasMatches, columns: [] },
    },
  };
}

export const teamMembers = dynamicBlock({
  config: teamMembersConfig,
  displayName: 'Team members',
  icon: 'people',
  publicDescription: 'People now working at the company, by position, seniority, department and country.',
  table: detailTable('team_members', {
    raw_name: text,
    first_name: text,
    last_name: text,
    position: text,
    department: label,
    seniority: label,
    country: label,
    location: text,
    person_url: text,
    email: text,
    /** `verified`, `invalid` or `other`; blank if unknown. */
    email_status: label,
    phone: text,
    started_at: day,
    ended_at: day,
    /** The last day on which a source named the person at the company. */
    confirmed_at: day,
    is_current: { type: 'Bool', default: sql`true` },
    source: label,
    position_text: folded(sql`position`),
  }),
  rowFilter: sql`is_current`,
  rowDate: sql`started_at`,
  exampleConfig: {
    countries: [],
    departments: ['Sales'],
    seniorities: ['vp', 'director', 'head'],
    positionKeywords: [],
    negativePositionKeywords: ['assistant'],
  },
  fields: [
    {
      internalName: 'count',
      displayName: 'Matching people',
      type: 'Number',
      publicDescription: 'Number of current team members who match.',
      defaultRanges: [0, 1, 2, 5, 10, 25, 100],
    },
    {
      internalName: 'share_of_team',
      displayName: 'Share of the team',
      type: 'Percentage',
      publicDescription: 'Matching people as a share of all known current team members.',
      defaultRanges: [0, 0.05, 0.1, 0.25, 0.5],
    },
    {
      internalName: 'positions',
      displayName: 'Positions of matching people',
      type: 'Array',
      publicDescription: 'Distinct positions of the people who match, at most 50.',
      suggestionColumn: sql`position`,
    },
    {
      internalName: 'seniorities',
      displayName: 'Seniorities of matching people',
      type: 'Multipicklist',
      publicDescription: 'Seniorities of the people who match.',
      suggestionColumn: sql`seniority`,
    },
    {
      internalName: 'countries',
      displayName: 'Countries of matching people',
      type: 'Multipicklist',
      publicDescription: 'Countries of the people who match.',
      suggestionColumn: sql`country`,
    },
    {
      internalName: 'newest_start_at',
      displayName: 'Newest matching start',
      type: 'Date',
      publicDescription: 'When the newest of the people who match started at the company.',
    },
    {
      internalName: 'has_any',
      displayName: 'Has matching people',
      type: 'Boolean',
      publicDescription: 'At least one person matches.',
    },
  ],
  deepPreview: [
    { name: 'raw_name', displayName: 'Name / LinkedIn URL', type: 'String', publicDescription: 'Name of the person.' },
    { name: 'position', displayName: 'Position', type: 'String', publicDescription: 'What the person does.' },
    { name: 'seniority', displayName: 'Seniority', type: 'Picklist', publicDescription: 'Rank of the position.' },
    { name: 'country', displayName: 'Country', type: 'Picklist', publicDescription: 'Where the person is.' },
    { name: 'person_url', displayName: 'Profile', type: 'String', publicDescription: 'Profile page.', isHidden: true },
    { name: 'first_name', displayName: 'First name', type: 'String', publicDescription: 'First name.', isHidden: true },
    { name: 'last_name', displayName: 'Last name', type: 'String', publicDescription: 'Last name.', isHidden: true },
  ],
  deepPreviewFields: ['count'],
  compute,
  generator: teamMembersGenerator,
  templates: teamMemberTemplates,
});
