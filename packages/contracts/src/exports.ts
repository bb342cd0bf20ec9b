import { z } from 'zod';
import { companySearch } from './companies.ts';
import { endpoint } from './endpoint.ts';

const access = { kind: 'client' } as const;
const readAccess = { kind: 'client', apiKeys: 'read' } as const;
const adminAccess = { kind: 'client', permission: 'ADMIN' } as const;
const count = z.number().int().nonnegative();
const id = z.string().min(1).max(100);

/** Every kind of export. */
export const EXPORT_TYPES = [
  'DATASET',
  'SEGMENT',
  'SEGMENT_LINKEDIN_ADS',
  'DATASET_LINKEDIN_ADS',
  'CRM_ERRORS',
  'SCORING_ANALYSIS',
] as const;
/** A kind of export. */
export type ExportType = (typeof EXPORT_TYPES)[number];

const TYPE_LABELS: Readonly<Record<ExportType, string>> = {
  DATASET: 'Dataset',
  DATASET_LINKEDIN_ADS: 'LinkedIn Ads',
  SEGMENT: 'Segment',
  SEGMENT_LINKEDIN_ADS: 'Segment, LinkedIn Ads',
  CRM_ERRORS: 'CRM errors',
  SCORING_ANALYSIS: 'Scoring analysis',
};

/** The kind of an export in words. */
export function exportTypeLabel(type: ExportType): string {
  return TYPE_LABELS[type];
}

/** What people call an export: its name, else its kind. */
export function exportTitle(item: { readonly exportName: string | null; readonly type: ExportType }): string {
  return item.exportName ?? `${TYPE_LABELS[item.type]} export`;
}

/** The kinds that are started from the dataset: companies, as they are or in the template of LinkedIn Ads. */
export const DATASET_EXPORT_TYPES = ['DATASET', 'DATASET_LINKEDIN_ADS'] as const satisfies readonly ExportType[];
/** A kind of export that is started from the dataset. */
export type DatasetExportType = (typeof DATASET_EXPORT_TYPES)[number];

/** The formats of an export's files. */
export const EXPORT_FORMATS = ['csv', 'parquet'] as const;
/** The format of an export's files. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** States of an export; the last three are final. */
export const EXPORT_STATUSES = ['WAITING', 'PROCESSING', 'COMPLETE', 'FAILED', 'CANCELLED'] as const;
/** The state of an export. */
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** The longest name of an export. */
export const EXPORT_NAME_MAX = 255;
/** Hours after COMPLETE for which the files are kept. */
export const EXPORT_KEPT_HOURS = 72;
/** Minutes for which a download link works. */
export const EXPORT_LINK_MINUTES = 15;
/** LinkedIn does not use lists with fewer companies than this. */
export const LINKEDIN_MIN_ROWS = 300;
/** The most columns that one export may name. */
export const EXPORT_COLUMNS_MAX = 2_000;

/** Which companies are exported, in the explorer's order, and how. */
export const exportConfig = companySearch.extend({
  /** Field names in the order of the file; null for all columns. LinkedIn's template has columns of its own. */
  columns: z.array(z.string().min(1).max(255)).min(1).max(EXPORT_COLUMNS_MAX).nullable().default(null),
  format: z.enum(EXPORT_FORMATS).default('csv'),
});
/** Which companies are exported, in the explorer's order, and how. */
export type ExportConfig = z.infer<typeof exportConfig>;

/** An export with its files. */
export const exportItem = z.object({
  id: z.string(),
  type: z.enum(EXPORT_TYPES),
  /** Null when the person gave none. */
  exportName: z.string().nullable(),
  exportConfig,
  status: z.enum(EXPORT_STATUSES),
  /** 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Null until the rows are known. */
  rowCount: count.nullable(),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
  /** When the files go; null before COMPLETE. */
  expiresAt: z.string().nullable(),
  requestedByUserEmail: z.string(),
  /** Empty unless COMPLETE. `downloadUrl` is null here: ask `downloadExport` for links when they are wanted. */
  parts: z.array(z.object({ filename: z.string(), downloadUrl: z.string().nullable(), rows: count, bytes: count })),
  isExpired: z.boolean(),
  /** What went wrong, for people; null unless FAILED. */
  error: z.string().nullable(),
  /** What is worth knowing about the result, e.g. that LinkedIn wants more rows. */
  note: z.string().nullable(),
});
/** An export with its files. */
export type ExportItem = z.infer<typeof exportItem>;

/**
 * Starts an export of the companies that a search finds. It runs in the background, one per account; a mail with the
 * link to its page goes to the caller when it is complete.
 */
export const startExport = endpoint({
  method: 'POST',
  path: '/app/csv-exports',
  summary: 'Start an export',
  access,
  audit: 'export.started',
  body: z.object({
    exportType: z.enum(DATASET_EXPORT_TYPES, {
      error: `Only exports of the dataset can be started here: ${DATASET_EXPORT_TYPES.join(' or ')}.`,
    }),
    exportConfig,
    exportName: z
      .string()
      .trim()
      .max(EXPORT_NAME_MAX, `A name can have at most ${EXPORT_NAME_MAX} characters`)
      .nullish(),
  }),
  output: z.object({ export: exportItem }),
});

/** One export: the caller's own, or for ADMIN any of the account; another's is NOT_FOUND. */
export const getExport = endpoint({
  method: 'GET',
  path: '/app/csv-exports/:id',
  summary: 'One export',
  access,
  audit: false,
  params: z.object({ id }),
  output: z.object({ export: exportItem }),
});

/** All exports of the account, newest first. */
export const listExports = endpoint({
  method: 'GET',
  path: '/app/csv-exports',
  summary: 'The exports of the account',
  access: adminAccess,
  audit: false,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(exportItem), count }),
});

/**
 * Makes fresh links to the files of a complete export, which need no sign-in and work for EXPORT_LINK_MINUTES.
 * CONFLICT while it is not complete, and when it has expired.
 */
export const downloadExport = endpoint({
  method: 'POST',
  path: '/app/csv-exports/:id/download',
  summary: 'Links to the files of an export',
  access: readAccess,
  audit: 'export.downloaded',
  params: z.object({ id }),
  /** The name to save under; the parts' number and the ending are added. By default the export's own name. */
  body: z.object({ filename: z.string().trim().max(EXPORT_NAME_MAX).optional() }),
  output: z.object({ parts: z.array(z.object({ filename: z.string(), downloadUrl: z.string() })) }),
});

/** Ends an export that waits or runs; its files go. CONFLICT when it is over. */
export const cancelExport = endpoint({
  method: 'POST',
  path: '/app/csv-exports/:id/cancel',
  summary: 'Cancel an export',
  access,
  audit: 'export.cancelled',
  params: z.object({ id }),
  output: z.object({ export: exportItem }),
});
