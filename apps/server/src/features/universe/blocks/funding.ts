import { sql } from '@quarry/clickhouse';
import { companyTable, day, label, list, number } from '../block-table.ts';
import { fundingGenerator } from '../generate/static-blocks.sql.ts';
import { staticBlock } from './declaration.ts';

export const funding = staticBlock({
  blockName: 'funding',
  displayName: 'Funding',
  icon: 'coins',
  publicDescription: 'Money that the company has raised: total, rounds, dates and investors.',
  table: companyTable('funding', {
    total_funding_usd: number,
    funding_rounds: number,
    last_round_type: label,
    last_round_usd: number,
    last_round_at: day,
    investors: list,
    as_of: day,
  }),
  dataDate: sql`as_of`,
  generator: fundingGenerator,
  fields: [
    {
      internalName: 'total_funding_usd',
      displayName: 'Total funding',
      type: 'Currency',
      publicDescription: 'All known funding, in US dollars.',
      defaultRanges: [0, 1e6, 5e6, 1e7, 2.5e7, 5e7, 1e8, 2.5e8],
    },
    {
      internalName: 'funding_rounds',
      displayName: 'Funding rounds',
      type: 'Number',
      publicDescription: 'Number of known funding rounds.',
      defaultRanges: [1, 2, 3, 4, 5],
    },
    {
      internalName: 'last_round_type',
      displayName: 'Last round type',
      type: 'Picklist',
      publicDescription: 'Kind of the latest round, for example Seed or Series B.',
      column: sql`toString(last_round_type)`,
    },
    {
      internalName: 'last_round_usd',
      displayName: 'Last round amount',
      type: 'Currency',
      publicDescription: 'Amount of the latest round, in US dollars.',
      defaultRanges: [0, 1e6, 5e6, 1e7, 2.5e7, 5e7, 1e8],
    },
    {
      internalName: 'last_round_at',
      displayName: 'Last round date',
      type: 'Date',
      publicDescription: 'When the latest round was announced.',
      defaultRanges: ['2015-01-01', '2018-01-01', '2020-01-01', '2022-01-01', '2024-01-01', '2025-01-01', '2026-01-01'],
    },
    {
      internalName: 'investors',
      displayName: 'Investors',
      type: 'Array',
      publicDescription: 'Known investors.',
    },
    {
      internalName: 'funding_as_of',
      displayName: 'Funding data as of',
      type: 'Date',
      publicDescription: 'Date of the funding data.',
      column: sql`as_of`,
      isProvenance: true,
    },
  ],
});
