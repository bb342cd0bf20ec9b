import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { executionAnswer } from './execution.ts';
import { dataBlockConfig, fieldValue } from './schema-field.ts';

const view = { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' } as const;
const edit = { kind: 'staff', permission: 'EDIT_ACCOUNTS' } as const;
const count = z.number().int().nonnegative();
const id = z.string().min(1).max(100);

export const COVERAGE_PAGE_SIZE = 10;
export const MAX_COVERAGE_DOMAINS = 1_000;
/** One list of ranges has fewer than this. */
export const MAX_RANGES = 1_000;
const DOMAINS_MESSAGE = 'Please provide between 1 and 1000 domains';
const RANGES_MESSAGE = 'There have to be more than 0 and less than 1000 ranges.';

const domains = z
  .array(z.string().max(2_000))
  .transform((lines) => lines.map((line) => line.trim()).filter((line) => line !== ''))
  .pipe(z.array(z.string()).min(1, DOMAINS_MESSAGE).max(MAX_COVERAGE_DOMAINS, DOMAINS_MESSAGE));

/** Lower bounds of the ranges by which values of a data point are grouped, ascending. */
export const fieldRanges = z.object({
  field: z.string().min(1).max(200),
  configId: z.string().max(100).nullish(),
  ranges: z
    .array(z.union([z.number(), z.string().max(10)]))
    .min(1, RANGES_MESSAGE)
    .max(MAX_RANGES - 1, RANGES_MESSAGE),
});
export type FieldRanges = z.infer<typeof fieldRanges>;

const targets = z.object({
  domains,
  sourcingCriteria: filterGroup,
  dataBlockConfigs: z.array(dataBlockConfig).max(1_000).default([]),
  fieldRanges: z.array(fieldRanges).max(100).default([]),
});

export const coverageAnalysis = targets.extend({
  id: z.string(),
  name: z.string(),
  /** The client need not exist. */
  clientName: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CoverageAnalysis = z.infer<typeof coverageAnalysis>;

const analysisBody = targets.extend({
  name: z.string().trim().min(1, 'Please enter a name').max(255),
  clientName: z
    .string()
    .min(1)
    .max(63)
    .regex(/^[a-z0-9_-]+$/, 'Name can only contain alphanumeric characters.'),
});

const matchedDomain = z.object({
  /** The company's own. */
  domain: z.string(),
  /** As it was entered. */
  originalDomain: z.string(),
  companyId: z.string(),
  name: z.string(),
  /** Found by another name of the company, or by a link that staff set. */
  isAlias: z.boolean(),
});

/** Finds the companies of domains: duplicates are matched once, and those without a public suffix are invalid. */
export const checkCoverageDomains = endpoint({
  method: 'POST',
  path: '/admin/coverage-analyses/domains',
  summary: 'Which domains are in the universe',
  access: view,
  audit: false,
  isCompressed: true,
  body: z.object({ domains }),
  output: z.object({
    matchedDomains: z.array(matchedDomain),
    notMatchedDomains: z.array(z.string()),
    invalidDomains: z.array(z.string()),
  }),
});

/** Evaluates criteria on target domains, and beside it on the universe. */
export const runCoverageAnalysis = endpoint({
  method: 'POST',
  path: '/admin/coverage-analyses/run',
  summary: 'Evaluate criteria on target domains',
  access: view,
  audit: false,
  body: targets,
  output: z.object({ executionId: z.string() }),
});

const flatRule = z.object({
  id: z.string(),
  fieldName: z.string(),
  displayName: z.string(),
  configId: z.string().nullable(),
  /** The rule in words. */
  description: z.string(),
  /** Targets for which the rule itself holds; under a `not` this is its own truth. */
  included: count,
  /** What dropping the rule gives and costs: targets gained, companies of the universe added. */
  targetsGained: count,
  companiesAdded: count.nullable(),
});

export const coverageResult = z.object({
  flatRules: z.array(flatRule),
  targetCompanies: z.array(
    z.object({
      domain: z.string(),
      originalDomain: z.string(),
      name: z.string(),
      companyId: z.string(),
      /** The whole tree holds. */
      included: z.boolean(),
      /** In the order of `flatRules`. */
      rules: z.array(
        z.object({
          id: z.string(),
          fieldName: z.string(),
          configId: z.string().nullable(),
          rawValue: fieldValue,
          /** The label of the range, else the value itself. */
          value: fieldValue,
          included: z.boolean(),
        }),
      ),
    }),
  ),
  matched: count,
  included: count,
  notMatchedDomains: z.array(z.string()),
  invalidDomains: z.array(z.string()),
  /** Companies of the universe that match; null if they could not be counted. */
  estimate: count.nullable(),
  /** Why not. */
  estimateError: z.string().nullable(),
});
export type CoverageResult = z.infer<typeof coverageResult>;

export const readCoverageRun = endpoint({
  method: 'GET',
  path: '/admin/coverage-analyses/run/:executionId',
  summary: 'The state and result of a coverage run',
  access: view,
  audit: false,
  isCompressed: true,
  params: z.object({ executionId: id }),
  output: executionAnswer(coverageResult),
});

export const createCoverageAnalysis = endpoint({
  method: 'POST',
  path: '/admin/coverage-analyses/coverage-analyses',
  summary: 'Save a coverage analysis',
  access: edit,
  audit: 'coverage-analysis.created',
  body: analysisBody,
  output: z.object({ coverageAnalysis }),
});

export const listCoverageAnalyses = endpoint({
  method: 'GET',
  path: '/admin/coverage-analyses/coverage-analyses',
  summary: 'The coverage analyses',
  access: view,
  audit: false,
  query: z.object({
    search: z.string().max(255).default(''),
    limit: z.coerce.number().int().min(1).max(100).default(COVERAGE_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({
    coverageAnalyses: z.array(
      coverageAnalysis.pick({ id: true, name: true, clientName: true, createdAt: true, updatedAt: true }),
    ),
    coverageAnalysesCnt: count,
  }),
});

export const getCoverageAnalysis = endpoint({
  method: 'GET',
  path: '/admin/coverage-analyses/coverage-analyses/:id',
  summary: 'One coverage analysis',
  access: view,
  audit: false,
  params: z.object({ id }),
  output: z.object({ coverageAnalysis }),
});

export const updateCoverageAnalysis = endpoint({
  method: 'PUT',
  path: '/admin/coverage-analyses/coverage-analyses/:id',
  summary: 'Change a coverage analysis',
  access: edit,
  audit: 'coverage-analysis.saved',
  params: z.object({ id }),
  body: analysisBody,
  output: z.object({ coverageAnalysis }),
});

export const deleteCoverageAnalysis = endpoint({
  method: 'DELETE',
  path: '/admin/coverage-analyses/coverage-analyses/:id',
  summary: 'Delete a coverage analysis',
  access: edit,
  audit: 'coverage-analysis.deleted',
  params: z.object({ id }),
  output: z.object({ deleted: z.boolean() }),
});
