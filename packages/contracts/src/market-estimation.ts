import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { fieldDefinition, MAX_FIELD_DEFINITIONS } from './client-config.ts';
import { endpoint } from './endpoint.ts';
import { executionAnswer } from './execution.ts';
import { previewField } from './market-previews.ts';
import { dataBlockConfig, fieldValue } from './schema-field.ts';

const view = { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' } as const;
const edit = { kind: 'staff', permission: 'EDIT_ACCOUNTS' } as const;
const count = z.number().int().nonnegative();
const executionId = z.string().min(1).max(100);
const oneExecution = z.object({ executionId });

export const ESTIMATION_EXPORT_LIMIT = 1_000;
export const MAX_ESTIMATION_EXPORT = 100_000;
/** The best companies that an estimate shows. */
export const ESTIMATION_ROWS = 50;
export const LATEST_EXPORTS = 10;
/** The companies that came or went, as far as they are named. */
export const FROZEN_SAMPLE = 100;

/** Criteria over the universe; a whole client config fits too. */
export const estimationConfig = z.object({
  sourcingCriteria: filterGroup,
  dataBlockConfigs: z.array(dataBlockConfig).max(1_000).default([]),
  /** The client whose dataset tells which companies are net-new; null for none. */
  clientName: z.string().max(63).nullable().default(null),
  /** The columns of an export. */
  fieldDefinitions: z.array(fieldDefinition).max(MAX_FIELD_DEFINITIONS).default([]),
});
export type EstimationConfig = z.infer<typeof estimationConfig>;

const criteriaBody = z.object({
  criteria: filterGroup,
  configs: z.array(dataBlockConfig).max(1_000).default([]),
  clientName: z.string().max(63).nullable().default(null),
});

export const ESTIMATE_STATES = ['MISSING', 'RUNNING', 'READY', 'FAILED'] as const;

const estimate = z.object({
  state: z.enum(ESTIMATE_STATES),
  executionId: z.string().nullable(),
  /** 0 to 1; null if unknown. */
  progress: z.number().nullable(),
  /** Companies that match and may be sourced; null until READY. */
  count: count.nullable(),
  /** Of these, companies that the client does not have; null without a client. */
  netNewCount: count.nullable(),
  schema: z.array(previewField),
  /** The best companies, keyed by `fieldName`. */
  rows: z.array(z.record(z.string(), fieldValue)),
  error: z.string().nullable(),
});
export type Estimate = z.infer<typeof estimate>;

/** Tells whether an estimate of these criteria is there already, from the last ten minutes. Starts nothing. */
export const checkDataBlockCache = endpoint({
  method: 'POST',
  path: '/admin/data-block-cache/check',
  summary: 'Whether an estimate of criteria is there',
  access: view,
  audit: false,
  isCompressed: true,
  body: criteriaBody,
  output: estimate,
});

/** Starts an estimate of criteria, or finds the one that is there. */
export const triggerDataBlockCache = endpoint({
  method: 'POST',
  path: '/admin/data-block-cache/trigger-cache',
  summary: 'Start an estimate of criteria',
  access: view,
  audit: false,
  body: criteriaBody,
  output: z.object({ executionId: z.string() }),
});

/** The state of an estimate, and its count and rows once it is READY. Each call keeps it alive. */
export const previewDataBlockCache = endpoint({
  method: 'POST',
  path: '/admin/data-block-cache/preview',
  summary: 'The state and result of an estimate',
  access: view,
  audit: false,
  isCompressed: true,
  body: oneExecution,
  output: estimate,
});

/** Starts an export of the best matching companies, with the field definitions as columns. */
export const startMarketEstimation = endpoint({
  method: 'POST',
  path: '/admin/market-estimation',
  summary: 'Export the companies of an estimate',
  access: edit,
  audit: 'market-estimation.export-started',
  body: z.object({
    config: estimationConfig,
    exportName: z.string().trim().min(1, 'Please enter a name').max(255).default('export.csv'),
    limit: z.number().int().min(1).max(MAX_ESTIMATION_EXPORT).default(ESTIMATION_EXPORT_LIMIT),
    command: z.literal('export').default('export'),
  }),
  output: oneExecution,
});

export const getMarketEstimation = endpoint({
  method: 'GET',
  path: '/admin/market-estimation/:executionId',
  summary: 'The state of an export of an estimate',
  access: view,
  audit: false,
  params: oneExecution,
  output: executionAnswer(z.object({ exportId: z.string() })),
});

/** The statement that counts the companies, with its values, for the engine's command line. */
export const generateEstimationSql = endpoint({
  method: 'POST',
  path: '/admin/market-estimation/generate-sql',
  summary: 'The statement of an estimate',
  access: view,
  audit: false,
  body: z.object({ config: estimationConfig }),
  output: z.object({ sql: z.string() }),
});

export const savedReport = z.object({
  /** Its name. */
  id: z.string(),
  config: estimationConfig,
  requestedByUserEmail: z.object({ email: z.string() }),
  /** When it was saved; null if it was saved before it was counted. */
  count: count.nullable(),
  updatedAt: z.string(),
  /** The companies that it had then, kept for comparison; null unless it was frozen. */
  frozen: z
    .object({
      at: z.string(),
      count,
      /** The universe was changed since. */
      isUniverseChanged: z.boolean(),
    })
    .nullable(),
});
export type SavedReport = z.infer<typeof savedReport>;

const reportName = z.string().trim().min(1, 'Please enter a name').max(255);
const oneReport = z.object({ id: reportName });

export const listSavedReports = endpoint({
  method: 'GET',
  path: '/admin/market-estimation/saved-reports/items',
  summary: 'The saved estimates',
  access: view,
  audit: false,
  query: z.object({
    sorting: z.enum(['id', 'count', 'updatedAt', '-id', '-count', '-updatedAt']).default('-updatedAt'),
    limit: z.coerce.number().int().min(1).max(100).default(10),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    /** Filters of the columns: a part of the name, of the client's name, of the e-mail. */
    id: z.string().max(255).default(''),
    clientName: z.string().max(255).default(''),
    requestedByUserEmail: z.string().max(255).default(''),
  }),
  output: z.object({ items: z.array(savedReport), count }),
});

/** Saves an estimate under a name, in place of the one that has it. */
export const saveReport = endpoint({
  method: 'POST',
  path: '/admin/market-estimation/saved-reports/items',
  summary: 'Save an estimate',
  access: edit,
  audit: 'estimation-report.saved',
  body: z.object({ id: reportName, config: estimationConfig, count: count.nullable().default(null) }),
  output: z.object({ report: savedReport, replaced: z.boolean() }),
});

export const deleteSavedReport = endpoint({
  method: 'DELETE',
  path: '/admin/market-estimation/saved-reports/items/:id',
  summary: 'Delete a saved estimate',
  access: edit,
  audit: 'estimation-report.deleted',
  params: oneReport,
  output: z.object({ deleted: z.boolean() }),
});

/** Keeps the companies that a saved estimate has now, so that later ones can be compared with them. */
export const freezeReport = endpoint({
  method: 'POST',
  path: '/admin/market-estimation/saved-reports/freeze',
  summary: 'Keep the companies of a saved estimate',
  access: edit,
  audit: 'estimation-report.frozen',
  body: oneReport,
  output: oneExecution,
});

/** Compares the companies that match now with those that were kept. Its result is read like that of a freeze. */
export const compareReport = endpoint({
  method: 'POST',
  path: '/admin/market-estimation/saved-reports/compare',
  summary: 'Compare a saved estimate with now',
  access: view,
  audit: false,
  body: oneReport,
  output: oneExecution,
});

const namedCompany = z.object({ companyId: z.string(), name: z.string(), domain: z.string() });

export const reportComparison = z.object({
  /** Kept, or found now. */
  count,
  /** Null after a freeze. */
  difference: z
    .object({
      frozenCount: count,
      came: count,
      went: count,
      /** The largest by quality, at most FROZEN_SAMPLE. */
      companiesThatCame: z.array(namedCompany),
      companiesThatWent: z.array(namedCompany),
    })
    .nullable(),
});
export type ReportComparison = z.infer<typeof reportComparison>;

export const readReportComparison = endpoint({
  method: 'GET',
  path: '/admin/market-estimation/comparisons/:executionId',
  summary: 'The result of keeping or comparing the companies of an estimate',
  access: view,
  audit: false,
  params: oneExecution,
  output: executionAnswer(reportComparison),
});

export const STAFF_EXPORT_STATUSES = ['WAITING', 'PROCESSING', 'COMPLETE', 'FAILED'] as const;

export const staffExport = z.object({
  id: z.string(),
  exportName: z.string(),
  status: z.enum(STAFF_EXPORT_STATUSES),
  requestedByUserEmail: z.object({ email: z.string() }),
  rowCount: count.nullable(),
  createdAt: z.string(),
  error: z.string().nullable(),
  isExpired: z.boolean(),
});
export type StaffExport = z.infer<typeof staffExport>;

/** The latest exports of staff. */
export const listStaffExports = endpoint({
  method: 'GET',
  path: '/admin/exports/',
  summary: 'The latest exports of the universe',
  access: view,
  audit: false,
  output: z.object({ items: z.array(staffExport) }),
});

/** A link to the file, which needs no sign-in and works for EXPORT_LINK_TTL_MINUTES. */
export const downloadStaffExport = endpoint({
  method: 'POST',
  path: '/admin/exports/:id/download',
  summary: 'A link to the file of an export of the universe',
  access: view,
  audit: 'staff-export.downloaded',
  params: z.object({ id: z.string().min(1).max(100) }),
  output: z.object({ signedUrl: z.string() }),
});
