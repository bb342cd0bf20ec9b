import type { ExportFormat, ExportType } from '@quarry/contracts';

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Record<ExportFormat, string>;

/** The media type of an export's files. */
export const contentTypeOf = (format: ExportFormat): string => CONTENT_TYPES[format];

// What some file system refuses, and what turns the direction of a text around.
const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/gu;
const MOST_LENGTH = 120;

function safeBase(text: string): string {
  const safe = text
    .toWellFormed()
    .replace(UNSAFE, '-')
    .replace(/\.(?:csv|parquet)$/i, '')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  // Not between the two halves of a character.
  return safe
    .slice(0, MOST_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/**
 * The name of a file of an export for the person who saves it: what they wish, else the export's own name, else what
 * it is and its day; with a number when there are several parts.
 */
export function partFilename(
  about: {
    readonly type: ExportType;
    readonly exportName: string | null;
    readonly format: ExportFormat;
    readonly createdAt: Date;
  },
  part: { readonly at: number; readonly of: number },
  wish?: string,
): string {
  const kind = about.type === 'DATASET_LINKEDIN_ADS' ? 'linkedin-companies' : 'companies';
  const base =
    safeBase(wish ?? '') || safeBase(about.exportName ?? '') || `${kind}-${about.createdAt.toISOString().slice(0, 10)}`;
  return `${base}${part.of > 1 ? `-${part.at + 1}` : ''}.${about.format}`;
}
