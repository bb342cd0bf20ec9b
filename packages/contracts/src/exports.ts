import { z } from 'zod';
import { companySearch } from './companies.ts';
import { chosenCompanyIds } from './company-selections.ts';
import { endpoint } from './endpoint.ts';
import { integrationType, recordType } from './integrations.ts';

const access = { kind: 'client' } as const;
const readAccess = { kind: 'client', apiKeys: 'read' } as const;
const count = z.number().int().nonnegative();
const id = z.string().min(1).max(100);

export const EXPORT_TYPES = [
  'DATASET',
  'SEGMENT',
  'SEGMENT_LINKEDIN_ADS',
  'DATASET_LINKEDIN_ADS',
  'CRM_ERRORS',
  'SCORING_ANALYSIS',
  'SYNC_PLAN',
] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

const TYPE_LABELS: Readonly<Record<ExportType, string>> = {
  DATASET: 'Dataset',
  DATASET_LINKEDIN_ADS: 'LinkedIn Ads',
  SEGMENT: 'Segment',
  SEGMENT_LINKEDIN_ADS: 'Segment, LinkedIn Ads',
  CRM_ERRORS: 'CRM errors',
  SCORING_ANALYSIS: 'Scoring analysis',
  SYNC_PLAN: 'Sync plan',
};

export function exportTypeLabel(type: ExportType): string {
  return TYPE_LABELS[type];
}

/** The name of an export, or else its type. */
export function exportTitle(item: { readonly exportName: string | null; readonly type: ExportType }): string {
  return item.exportName ?? `${TYPE_LABELS[item.type]} export`;
}

/** The types that export the dataset: plain, or in LinkedIn's template. */
export const DATASET_EXPORT_TYPES = ['DATASET', 'DATASET_LINKEDIN_ADS'] as const satisfies readonly ExportType[];
export type DatasetExportType = (typeof DATASET_EXPORT_TYPES)[number];

/** The types that export a segment: its companies with their contacts, or LinkedIn's templates of both. */
export const SEGMENT_EXPORT_TYPES = ['SEGMENT', 'SEGMENT_LINKEDIN_ADS'] as const satisfies readonly ExportType[];
export type SegmentExportType = (typeof SEGMENT_EXPORT_TYPES)[number];

/** True for files in LinkedIn's templates. */
export function isLinkedInExport(type: ExportType): boolean {
  return type === 'DATASET_LINKEDIN_ADS' || type === 'SEGMENT_LINKEDIN_ADS';
}

export const EXPORT_FORMATS = ['csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The last three are final. */
export const EXPORT_STATUSES = ['WAITING', 'PROCESSING', 'COMPLETE', 'FAILED', 'CANCELLED'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** DISPLAYED: values as pages show them, such as the names of countries. RAW: as they are stored. */
export const EXPORT_VALUES = ['DISPLAYED', 'RAW'] as const;
export type ExportValues = (typeof EXPORT_VALUES)[number];

/** The columns by which other programs recognise a company: its ids here and on LinkedIn. */
export const EXPORT_ID_COLUMNS = ['__company_id', '__linked_in_id'] as const;

export const EXPORT_NAME_MAX = 255;
/** Hours until a complete export's files are deleted. */
export const EXPORT_TTL_HOURS = 72;
/** Minutes until a download link expires. */
export const EXPORT_LINK_TTL_MINUTES = 15;
/** LinkedIn rejects smaller lists. */
export const LINKEDIN_MIN_ROWS = 300;
export const EXPORT_COLUMNS_MAX = 2_000;

const exportedColumns = z.array(z.string().min(1).max(255)).min(1).max(EXPORT_COLUMNS_MAX).nullable().default(null);

/** The exported companies, in the explorer's order, and the format. */
export const exportConfig = companySearch.extend({
  /** Of the companies that the search finds, only these; null for all. */
  companyIds: chosenCompanyIds.nullable().default(null),
  /** Field names in file order; null for all columns and EXPORT_ID_COLUMNS. LinkedIn's template has fixed columns. */
  columns: exportedColumns,
  format: z.enum(EXPORT_FORMATS).default('csv'),
  values: z.enum(EXPORT_VALUES).default('DISPLAYED'),
});
export type ExportConfig = z.infer<typeof exportConfig>;

/** All findings of a report, as CSV. */
export const analysisExportConfig = z.strictObject({ scoringAnalysisReportId: id });
export type AnalysisExportConfig = z.infer<typeof analysisExportConfig>;

/** The records with sync errors of a connector, as CSV; of one kind of error if it is named. ADMIN only. */
export const syncErrorsExportConfig = z.strictObject({
  integrationType,
  recordType: recordType.nullable().default(null),
  /** Only with an error code; null for errors without a field. */
  field: z.string().max(255).nullable().default(null),
  errorCode: z.string().min(1).max(200).nullable().default(null),
});
export type SyncErrorsExportConfig = z.infer<typeof syncErrorsExportConfig>;

/** Every record of a dry run, an undo or its preview, field by field with the old and the new value, as CSV. ADMIN only. */
export const syncPlanExportConfig = z.strictObject({ jobId: id });
export type SyncPlanExportConfig = z.infer<typeof syncPlanExportConfig>;

/** The companies and contacts of a segment, as CSV. */
export const segmentExportConfig = z.strictObject({
  segmentId: id,
  /** Of companies, in file order; null for all and EXPORT_ID_COLUMNS. The columns of contacts follow them. */
  columns: exportedColumns,
  /** Only the contacts of this persona, without companies that have none; null for those of all personas. */
  personaId: id.nullable().default(null),
  /** Companies and contacts that are in the segment now. */
  include_active: z.boolean().default(true),
  /** Those that were in it before. */
  include_removed: z.boolean().default(false),
  /** People who were checked and not included. */
  include_checked: z.boolean().default(false),
});
export type SegmentExportConfig = z.infer<typeof segmentExportConfig>;

const itemBase = z.object({
  id: z.string(),
  exportName: z.string().nullable(),
  /** How many companies were chosen one by one; null if the search alone decides. */
  chosenCompanies: count.nullable(),
  status: z.enum(EXPORT_STATUSES),
  /** 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Null until the rows are known. */
  rowCount: count.nullable(),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
  /** When the files are deleted; null before COMPLETE. */
  expiresAt: z.string().nullable(),
  requestedByUserEmail: z.string(),
  /** Empty unless COMPLETE. `downloadUrl` is always null; call `downloadExport` for links. */
  parts: z.array(z.object({ filename: z.string(), downloadUrl: z.string().nullable(), rows: count, bytes: count })),
  isExpired: z.boolean(),
  /** A message for people; null unless FAILED. */
  error: z.string().nullable(),
  /** A remark about the result, e.g. that LinkedIn needs more rows. */
  note: z.string().nullable(),
});

/** The config depends on the type. */
export const exportItem = z.discriminatedUnion('type', [
  /** Lists leave `companyIds` out. */
  itemBase.extend({ type: z.enum(DATASET_EXPORT_TYPES), exportConfig }),
  itemBase.extend({ type: z.enum(SEGMENT_EXPORT_TYPES), exportConfig: segmentExportConfig }),
  itemBase.extend({ type: z.literal('SCORING_ANALYSIS'), exportConfig: analysisExportConfig }),
  itemBase.extend({ type: z.literal('CRM_ERRORS'), exportConfig: syncErrorsExportConfig }),
  itemBase.extend({ type: z.literal('SYNC_PLAN'), exportConfig: syncPlanExportConfig }),
]);
export type ExportItem = z.infer<typeof exportItem>;
export type DatasetExportItem = Extract<ExportItem, { exportConfig: ExportConfig }>;
export type SegmentExportItem = Extract<ExportItem, { exportConfig: SegmentExportConfig }>;

export function isDatasetExport(item: ExportItem): item is DatasetExportItem {
  return DATASET_EXPORT_TYPES.some((type) => type === item.type);
}

export function isSegmentExport(item: ExportItem): item is SegmentExportItem {
  return SEGMENT_EXPORT_TYPES.some((type) => type === item.type);
}

/**
 * Starts an export of the companies that a search finds or of chosen ones, of a segment, or of a report's findings. Rows
 * and values are those at the moment of the call, whatever changes before the export ends. Exports run in the background, one at a time per account; when
 * complete or failed, the caller gets an email with a link to the export's page.
 */
export const startExport = endpoint({
  method: 'POST',
  path: '/app/csv-exports',
  summary: 'Start an export',
  access,
  audit: 'export.started',
  body: z.object({
    exportType: z.enum(EXPORT_TYPES, {
      error: `Only these exports can be started here: ${EXPORT_TYPES.join(', ')}.`,
    }),
    /** That of the type. */
    exportConfig: z.union(
      [analysisExportConfig, syncErrorsExportConfig, syncPlanExportConfig, segmentExportConfig, exportConfig],
      {
        // Of the last alternative, which is the one with choices.
        error: ({ code, ...issue }) =>
          code === 'invalid_union' && 'errors' in issue ? String(issue.errors.at(-1)?.[0]?.message) : undefined,
      },
    ),
    exportName: z
      .string()
      .trim()
      .max(EXPORT_NAME_MAX, `A name can have at most ${EXPORT_NAME_MAX} characters`)
      .nullish(),
  }),
  output: z.object({ export: exportItem }),
});

/** One of the caller's exports, or for ADMIN any of the account's; others are NOT_FOUND. */
export const getExport = endpoint({
  method: 'GET',
  path: '/app/csv-exports/:id',
  summary: 'One export',
  access,
  audit: false,
  params: z.object({ id }),
  output: z.object({ export: exportItem }),
});

/** The caller's exports, or for ADMIN all of the account, newest first. */
export const listExports = endpoint({
  method: 'GET',
  path: '/app/csv-exports',
  summary: 'The exports of the caller, or of the account',
  access,
  audit: false,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(exportItem), count }),
});

/**
 * Creates links to the files of a complete export, which need no sign-in and work for EXPORT_LINK_TTL_MINUTES.
 * CONFLICT before the export is complete and after it has expired.
 */
export const downloadExport = endpoint({
  method: 'POST',
  path: '/app/csv-exports/:id/download',
  summary: 'Links to the files of an export',
  access: readAccess,
  audit: 'export.downloaded',
  params: z.object({ id }),
  /** The file name, without part number and extension. Default: the export's name. */
  body: z.object({ filename: z.string().trim().max(EXPORT_NAME_MAX).optional() }),
  output: z.object({ parts: z.array(z.object({ filename: z.string(), downloadUrl: z.string() })) }),
});

/** Cancels a waiting or running export and deletes its files. CONFLICT if it has ended. */
export const cancelExport = endpoint({
  method: 'POST',
  path: '/app/csv-exports/:id/cancel',
  summary: 'Cancel an export',
  access,
  audit: 'export.cancelled',
  params: z.object({ id }),
  output: z.object({ export: exportItem }),
});
