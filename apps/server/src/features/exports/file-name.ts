import type { ExportFormat, ExportType } from '@quarry/contracts';
import type { ExportPart } from './export.ts';

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Record<ExportFormat, string>;

export const contentTypeOf = (format: ExportFormat): string => CONTENT_TYPES[format];

const KINDS = {
  CRM_ERRORS: 'sync-errors',
  DATASET: 'companies',
  DATASET_LINKEDIN_ADS: 'linkedin-companies',
  SCORING_ANALYSIS: 'scoring-analysis',
  SEGMENT: 'segment',
  SEGMENT_LINKEDIN_ADS: 'linkedin-segment',
  SYNC_PLAN: 'sync-plan',
} as const satisfies Record<ExportType, string>;

// Characters that some file systems refuse, and those that change the direction of text.
const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/gu;
const MAX_LENGTH = 120;

function safeBase(text: string): string {
  const safe = text
    .toWellFormed()
    .replace(UNSAFE, '-')
    .replace(/\.(?:csv|parquet)$/i, '')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  // The cut must not split a surrogate pair.
  return safe
    .slice(0, MAX_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/**
 * The requested file name, else the export's name, else its kind and date; with the part's section if it has one, and
 * numbered if there are several parts of it.
 */
export function partFilename(
  {
    type,
    exportName,
    format,
    createdAt,
  }: {
    readonly type: ExportType;
    readonly exportName: string | null;
    readonly format: ExportFormat;
    readonly createdAt: Date;
  },
  parts: readonly Pick<ExportPart, 'section'>[],
  index: number,
  requestedName?: string,
): string {
  const section = parts[index]?.section ?? null;
  const isAlike = (part: Pick<ExportPart, 'section'>) => part.section === section;
  const number = parts.filter(isAlike).length > 1 ? `-${parts.slice(0, index + 1).filter(isAlike).length}` : '';
  const base =
    safeBase(requestedName ?? '') ||
    safeBase(exportName ?? '') ||
    `${KINDS[type]}-${createdAt.toISOString().slice(0, 10)}`;
  return `${base}${section === null ? '' : `-${section}`}${number}.${format}`;
}
