import type { CsvDialect } from '#server/features/universe/import/csv-record.ts';
import type { ImportSummary } from '#server/features/universe/import/import-summary.ts';

const DELIMITERS: Record<CsvDialect['delimiter'], string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
};
const ESCAPES = { doubled: 'quotes doubled', backslash: 'quotes escaped by backslashes' };

/** The report of an import, for people. */
export function importReport(summary: ImportSummary, seconds: number): string {
  const { read, created, updated, unchanged, rejected, conflicts, unusedColumns, unlistedRejects } = summary;
  const lines = [
    `${summary.isDryRun ? 'Dry run, nothing stored. ' : ''}Format ${formatOf(summary)}, mapping ${summary.mapping ?? 'none'}, ${seconds.toFixed(1)} s.`,
    `read ${count(read)} = created ${count(created)} + updated ${count(updated)} + unchanged ${count(unchanged)} + rejected ${count(rejected)}`,
    ...each(summary.rejections, 'rejected, '),
    ...each(summary.ignoredValues, 'ambiguous values left out, '),
  ];
  if (conflicts > 0) {
    lines.push(`  rows whose domain and LinkedIn page belong to different companies: ${count(conflicts)}`);
  }
  const filled = Object.entries(summary.filledValues).map(([field, values]) => `${field} ${count(values)}`);
  if (filled.length > 0) lines.push(`Values by field: ${filled.join(', ')}`);
  if (unusedColumns.length > 0) {
    lines.push(`Columns that were not used (--mapping can use them): ${unusedColumns.join(', ')}`);
  }
  if (summary.rejectsPath !== null) {
    const more = unlistedRejects === 0 ? '' : ` (and ${count(unlistedRejects)} more that it does not list)`;
    lines.push(`Rejected rows: ${summary.rejectsPath}${more}`);
  }
  return lines.join('\n');
}

/** What to tell after an import was stopped. */
export function stoppedMessage({ read = 0, created = 0, updated = 0 }: Readonly<Record<string, number>>): string {
  return `Stopped after ${count(read)} rows. The ${count(created)} companies created and ${count(updated)} updated so far stay; run the same command again to finish.`;
}

function formatOf({ format, dialect }: ImportSummary): string {
  if (dialect === null) return format;
  const { delimiter, escape } = dialect;
  return `${format} (${[DELIMITERS[delimiter], ...(escape === null ? [] : [ESCAPES[escape]])].join(', ')})`;
}

const each = (counts: Readonly<Record<string, number>>, label: string): string[] =>
  Object.entries(counts).map(([name, number]) => `  ${label}${name}: ${count(number)}`);

const count = (value: number) => value.toLocaleString('en-US');
