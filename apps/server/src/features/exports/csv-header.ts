import type { ExportColumn } from './export-columns.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** The first line of a CSV file; the byte order mark tells spreadsheet programs that it is UTF-8. */
export function csvHeader(columns: readonly Pick<ExportColumn, 'header'>[], withMark: boolean): string {
  const names = columns.map(({ header }) => {
    const safe = /^[=+\-@\t]/.test(header) ? `'${header}` : header;
    return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${withMark ? BYTE_ORDER_MARK : ''}${names.join(',')}\r\n`;
}
