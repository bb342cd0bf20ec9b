import type { ExportColumn } from './export-columns.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** The first line of a CSV file; with the mark by which spreadsheet programs know UTF-8, unless the reader refuses it. */
export function csvHeader(columns: readonly Pick<ExportColumn, 'header'>[], hasMark: boolean): string {
  const names = columns.map(({ header }) => {
    const safe = /^[=+\-@\t]/.test(header) ? `'${header}` : header;
    return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${hasMark ? BYTE_ORDER_MARK : ''}${names.join(',')}\r\n`;
}
