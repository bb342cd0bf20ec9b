import { z } from 'zod';
import { companyMapping } from './company-files.ts';
import { endpoint } from './endpoint.ts';
import { JOB_STATUSES } from './jobs.ts';

const view = { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' } as const;
const edit = { kind: 'staff', permission: 'EDIT_ACCOUNTS' } as const;
const count = z.number().int().nonnegative();
const instant = z.iso.datetime();
const oneImport = z.object({ importId: z.string().min(1).max(64) });
const counts = z.record(z.string(), count);

export const COMPANY_IMPORTS_PAGE_SIZE = 10;

/** An import of companies, in the browser or on the command line. */
export const companyImportView = z.object({
  id: z.string(),
  /** The name or path of the file, or its address without credentials and parameters. */
  location: z.string(),
  /** The uploaded file, while it is kept. */
  fileId: z.string().nullable(),
  /** It writes nothing. */
  isDryRun: z.boolean(),
  status: z.enum(JOB_STATUSES),
  progress: z.number(),
  error: z.string().nullable(),
  requestedBy: z.string().nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** Its job waits or runs and may be cancelled. */
  canCancel: z.boolean(),
  /** Rows so far: `read = created + updated + unchanged + rejected`. */
  counts: z.object({ read: count, created: count, updated: count, unchanged: count, rejected: count }),
  /** Rejected rows by reason; known at the end. */
  rejections: counts,
  undo: z.object({
    /** It has ended, and what it changed is kept. */
    isPossible: z.boolean(),
    isRunning: z.boolean(),
    undoneAt: instant.nullable(),
    undoneBy: z.string().nullable(),
  }),
});
export type CompanyImportView = z.infer<typeof companyImportView>;

/** All imports, newest first. */
export const listCompanyImports = endpoint({
  method: 'GET',
  path: '/admin/universe/imports',
  summary: 'The imports of companies',
  access: view,
  audit: false,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(COMPANY_IMPORTS_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(companyImportView), count }),
});

/** Rejected rows that are answered; the file has more. */
export const LISTED_REJECTS = 100;

/** What an import did; the command line reports the same. */
export const companyImportReport = z.object({
  format: z.enum(['CSV', 'JSONL', 'Parquet', 'empty']),
  dialect: z.object({ delimiter: z.string(), escape: z.enum(['doubled', 'backslash']).nullable() }).nullable(),
  mapping: z.string().nullable(),
  /** Rows whose domain and LinkedIn page belong to different companies. */
  conflicts: count,
  /** Unclear values that were left out, by field. */
  ignoredValues: counts,
  /** Values by field. */
  filledValues: counts,
  unusedColumns: z.array(z.string()),
  /** Rejected rows that the list of rejects has no room for. */
  unlistedRejects: count,
});
export type CompanyImportReport = z.infer<typeof companyImportReport>;

/** One import with its report. */
export const getCompanyImport = endpoint({
  method: 'GET',
  path: '/admin/universe/imports/:importId',
  summary: 'An import of companies',
  access: view,
  audit: false,
  params: oneImport,
  output: z.object({
    companyImport: companyImportView,
    /** Null until the end, and if it was stopped before. */
    report: companyImportReport.nullable(),
    /** The mapping that it was given; null if the columns decided. */
    mapping: companyMapping.nullable(),
    /** The first rejected rows; null if they are in a file of the command line. */
    rejects: z.array(z.object({ line: count, reason: z.string(), text: z.string() })).nullable(),
    /** Where the command line put the rejected rows. */
    rejectsPath: z.string().nullable(),
  }),
});

/** Signs a link to the rejected rows. CONFLICT if there are none or they are elsewhere. */
export const downloadImportRejects = endpoint({
  method: 'POST',
  path: '/admin/universe/imports/:importId/rejects',
  summary: 'Download the rejected rows of an import',
  access: view,
  audit: 'companies.import-rejects-downloaded',
  params: oneImport,
  output: z.object({ signedUrl: z.string() }),
});

/** Imports an uploaded file, or tries it out, as a job. */
export const startCompanyImport = endpoint({
  method: 'POST',
  path: '/admin/universe/imports',
  summary: 'Import a file of companies',
  access: edit,
  audit: 'companies.imported',
  body: z.object({
    fileId: z.string().min(1).max(64),
    /** Without it, the columns decide. */
    mapping: companyMapping.optional(),
    isDryRun: z.boolean(),
  }),
  output: z.object({ importId: z.string() }),
});

/** What an undo would do, and why it cannot. */
export const checkImportUndo = endpoint({
  method: 'GET',
  path: '/admin/universe/imports/:importId/undo',
  summary: 'If an import of companies can be undone',
  access: edit,
  audit: false,
  params: oneImport,
  output: z.object({
    /** Companies that would go. */
    created: count,
    /** Companies that would be as they were. */
    updated: count,
    /** Sentences; empty if nothing stands in the way. */
    obstacles: z.array(z.string()),
  }),
});

/** Undoes an import that nothing else has touched, as a job. CONFLICT otherwise, which says why. */
export const undoCompanyImport = endpoint({
  method: 'POST',
  path: '/admin/universe/imports/:importId/undo',
  summary: 'Undo an import of companies',
  access: edit,
  audit: 'companies.import-undone',
  params: oneImport,
  output: z.object({ jobId: z.string() }),
});
