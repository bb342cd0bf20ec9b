import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const coverage = z.object({
  fieldName: z.string(),
  /** Records with a value. */
  filled: z.number().int(),
});

/** How full the columns of one kind of record are. */
const recordCoverage = z.object({ records: z.number().int(), fields: z.array(coverage) });

/**
 * What the data directory shows beside the account's own schema: how full each column of companies and contacts is, and
 * the criteria that companies are sourced by. Before the first build there are no records and no fields.
 */
export const getDataDirectory = endpoint({
  method: 'GET',
  path: '/app/data-directory',
  summary: 'Coverage of every data point, and the sourcing criteria',
  access: { kind: 'client' },
  audit: false,
  output: z.object({
    companies: recordCoverage,
    contacts: recordCoverage,
    /** Null where markets source the companies, and before any criteria were set. */
    sourcingCriteria: filterGroup.nullable(),
  }),
});
