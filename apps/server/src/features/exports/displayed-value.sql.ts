import { type Sql, sql, texts } from '@quarry/clickhouse';
import type { ExportFormat } from '@quarry/contracts';
import { COUNTRY_NAMES, traitsOf } from '@quarry/filters';
import type { ExportColumn } from './export-columns.ts';

const CODES = texts(Object.keys(COUNTRY_NAMES));
const NAMES = texts(Object.values(COUNTRY_NAMES));

/** The name of a country code; other text stays as it is. */
const countryName = (code: Sql): Sql => sql`transform(upper(toString(${code})), ${CODES}, ${NAMES}, toString(${code}))`;

/** A column with its values as pages show them: countries by name, and in CSV Yes and No. */
export function displayed(column: ExportColumn, isCountry: boolean, format: ExportFormat): ExportColumn {
  const { type, value } = column;
  const { form } = traitsOf(type);
  if (isCountry && form === 'text') return { ...column, value: countryName(value) };
  if (isCountry && form === 'list') {
    return { ...column, value: sql`arrayMap(code -> ${countryName(sql`code`)}, ${value})` };
  }
  if (form === 'boolean' && format === 'csv') {
    return { ...column, type: 'String', value: sql`multiIf(isNull(${value}), '', ${value}, 'Yes', 'No')` };
  }
  return column;
}
