import { z } from 'zod';
import { companySearch } from './companies.ts';
import { endpoint } from './endpoint.ts';

export const UNIQUE_VALUES_PAGE_SIZE = 50;
/** The most unique values that one request can fetch. */
export const MAX_UNIQUE_VALUES = 1000;

const figure = z.union([z.number(), z.string()]).nullable();

/** A bar of a histogram: values from `from` on and below `to`. */
export const histogramBin = z.object({
  from: z.union([z.number(), z.string()]),
  to: z.union([z.number(), z.string()]),
  count: z.number().int(),
});
export type HistogramBin = z.infer<typeof histogramBin>;

/** The values below which a quarter, a half and three quarters of the filled values are. */
export const quartiles = z.object({ lower: figure, median: figure, upper: figure });

/**
 * Statistics of one column over the companies that a search finds, by default the whole dataset. `coverage` is 0 to 1.
 * Numeric types have min, max, average, quartiles and a histogram; dates the same without the average.
 */
export const describeField = endpoint({
  method: 'POST',
  path: '/app/data/describe-field',
  summary: 'Statistics and unique values of a data point',
  access: { kind: 'client' },
  audit: false,
  isCompressed: true,
  body: z.object({
    fieldName: z.string().min(1).max(64),
    recordType: z.enum(['company', 'contact']).default('company'),
    valuesPageLimit: z.number().int().min(1).max(MAX_UNIQUE_VALUES).default(UNIQUE_VALUES_PAGE_SIZE),
    valuesOffset: z.number().int().min(0).max(1_000_000).default(0),
    /** Lists only values that contain this text, ignoring case and accents. */
    valuesSearch: z.string().max(500).default(''),
    ...companySearch.pick({ filters: true, search: true, tab: true }).shape,
  }),
  output: z.object({
    recordsCount: z.number().int(),
    coverage: z.number(),
    missingCount: z.number().int(),
    uniqueCount: z.number().int(),
    min: figure.optional(),
    max: figure.optional(),
    average: z.number().nullable().optional(),
    quartiles: quartiles.optional(),
    /** Empty if no company has a value. */
    histogram: z.array(histogramBin).optional(),
    /** Most frequent first. */
    values: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.number().int() })),
    /** Of the values that `valuesSearch` finds. */
    valuesCount: z.number().int(),
  }),
});

/** The most suggestions in one response. */
export const FIELD_OPTIONS_LIMIT = 50;

/** Values of a column that contain the typed text, ignoring case and accents, most frequent first, with company counts. */
export const listFieldOptions = endpoint({
  method: 'GET',
  path: '/app/data/field-options',
  summary: 'Suggested values of a data point',
  access: { kind: 'client' },
  audit: false,
  isCompressed: true,
  query: z.object({ fieldName: z.string().min(1).max(64), search: z.string().max(500).default('') }),
  output: z.object({ values: z.array(z.object({ value: z.string(), count: z.number().int() })) }),
});
