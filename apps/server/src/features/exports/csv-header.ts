import type { ExportColumn } from './export-columns.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** The first line of a CSV file; the byte order mark tells spreadsheet programs that it is UTF-8. */
export function csvHeader(columns: readonly Pick<ExportColumn, 'header'>[], withMark: boolean): string {
  return `${withMark ? BYTE_ORDER_MARK : ''}${csvRow(columns.map(({ header }) => header))}`;
}

/** A line of CSV. Texts that a spreadsheet would take for a formula get an apostrophe. */
export function csvRow(values: readonly (string | number)[]): string {
  const fields = values.map((value) => {
    if (typeof value === 'number') return String(value);
    const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
    return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${fields.join(',')}\r\n`;
}
