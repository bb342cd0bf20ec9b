import { companyTable, day, list, number } from '../block-table.ts';
import { staticBlock } from './declaration.ts';

const lists = [
  ['crm', 'CRM', 'customer relationship management'],
  ['marketing_automation', 'Marketing automation', 'marketing automation and e-mail'],
  ['analytics', 'Analytics', 'web and product analytics'],
  ['cms', 'Content management', 'content management and website building'],
  ['ecommerce', 'E-commerce', 'online shops'],
  ['payments', 'Payments', 'taking payments'],
  ['hosting', 'Hosting and cloud', 'hosting and cloud computing'],
  ['customer_support', 'Customer support', 'customer support and chat'],
  ['hr', 'HR software', 'people, payroll and recruiting'],
  ['security', 'Security', 'security and compliance'],
  ['data', 'Data infrastructure', 'storing, moving and analysing data'],
  ['development', 'Development', 'building software'],
] as const;

/** The lists of the block, one per category of technology; also columns of its table. */
export const TECHNOLOGY_CATEGORIES = lists.map(([name]) => name);

/** A category of technology. */
export type TechnologyCategory = (typeof lists)[number][0];

/** Technologies that the company uses. */
export const technographics = staticBlock({
  blockName: 'technographics',
  displayName: 'Technographics',
  publicDescription: 'Technologies that the company uses, by category.',
  table: companyTable('technographics', {
    technologies: list,
    all_time: list,
    technology_count: number,
    ...Object.fromEntries(TECHNOLOGY_CATEGORIES.map((category) => [category, list])),
    last_seen: day,
  }),
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
    ...lists.map(([internalName, displayName, purpose]) => ({
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
