import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const coverage = z.object({
  fieldName: z.string(),
  /** Records with a value. */
  filled: z.number().int(),
});

const recordCoverage = z.object({ records: z.number().int(), fields: z.array(coverage) });

/**
 * The coverage of each company and contact column, and the sourcing criteria. Before the first build there are no
 * records or fields.
 */
export const getDataDirectory = endpoint({
  method: 'GET',
  path: '/app/data-directory',
  summary: 'Coverage of every data point, and the sourcing criteria',
  access: { kind: 'client' },
  audit: false,
  isCompressed: true,
  output: z.object({
    companies: recordCoverage,
    contacts: recordCoverage,
    /** Null if markets source the companies, or before any criteria are set. */
    sourcingCriteria: filterGroup.nullable(),
  }),
});
