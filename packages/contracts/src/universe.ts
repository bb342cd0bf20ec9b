import { z } from 'zod';
import { BLOCK_ICONS } from './client.ts';
import { endpoint } from './endpoint.ts';

const view = { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' } as const;
const count = z.number().int().nonnegative();
const instant = z.iso.datetime();

/** Sources and countries in the overview; the others are not listed. */
export const UNIVERSE_TOP_VALUES = 20;

/** How old what is known is: null where nothing tells. */
const age = { oldestAt: instant.nullable(), newestAt: instant.nullable() };

const companiesByValue = z.array(
  z.object({
    /** Blank for companies without one. */
    value: z.string(),
    companies: count,
  }),
);
export type CompaniesByValue = z.infer<typeof companiesByValue>;

const universeBlock = z.object({
  blockName: z.string(),
  displayName: z.string(),
  icon: z.enum(BLOCK_ICONS),
  rows: count,
  /** With at least one row. */
  companies: count,
  /** For which the block was collected, with rows or without; null for blocks with one row per company. */
  collectedCompanies: count.nullable(),
  ...age,
});
export type UniverseBlock = z.infer<typeof universeBlock>;

export const universeOverview = z.object({
  countedAt: instant,
  companies: count,
  ...age,
  blocks: z.array(universeBlock),
  /** By the source that a company first came from, most companies first. */
  sources: companiesByValue,
  countries: companiesByValue,
});
export type UniverseOverview = z.infer<typeof universeOverview>;

/** Counts anew after each import, and otherwise every ten minutes. */
export const getUniverseOverview = endpoint({
  method: 'GET',
  path: '/admin/universe',
  summary: 'What the universe holds',
  access: view,
  audit: false,
  output: z.object({ overview: universeOverview }),
});
