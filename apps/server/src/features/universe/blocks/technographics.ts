import { sql } from '@quarry/clickhouse';
import { companyTable, day, list, number } from '../block-table.ts';
import { technographicsGenerator } from '../generate/technographics.sql.ts';
import { TECHNOLOGY_CATEGORIES, TECHNOLOGY_LISTS } from '../technology-categories.ts';
import { staticBlock } from './declaration.ts';

export const technographics = staticBlock({
  blockName: 'technographics',
  displayName: 'Technographics',
  icon: 'chip',
  publicDescription: 'Technologies that the company uses, by category.',
  table: companyTable('technographics', {
    technologies: list,
    all_time: list,
    technology_count: number,
    ...Object.fromEntries(TECHNOLOGY_CATEGORIES.map((category) => [category, list])),
    last_seen: day,
  }),
  dataDate: sql`last_seen`,
  generator: technographicsGenerator,
  fields: [
    {
      internalName: 'technologies',
      displayName: 'Technologies',
      type: 'Multipicklist',
      publicDescription: 'Technologies that the company uses now.',
    },
    {
      internalName: 'all_time',
      displayName: 'Technologies, all time',
      type: 'Multipicklist',
      publicDescription: 'Technologies that the company uses or has used.',
    },
    {
      internalName: 'technology_count',
      displayName: 'Technology count',
      type: 'Number',
      publicDescription: 'Number of technologies that the company uses now.',
      defaultRanges: [0, 1, 5, 10, 20],
    },
    ...TECHNOLOGY_LISTS.map(([internalName, displayName, purpose]) => ({
      internalName,
      displayName,
      type: 'Multipicklist' as const,
      publicDescription: `Technologies in use for ${purpose}.`,
    })),
    {
      internalName: 'last_seen',
      displayName: 'Last technology sighting',
      type: 'Date',
      publicDescription: 'When any of the technologies was last seen.',
      defaultRanges: ['2024-01-01', '2025-01-01', '2026-01-01'],
    },
  ],
});
