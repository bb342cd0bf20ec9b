import { type Sql, sql, text } from '@quarry/clickhouse';
import type { SchemaField } from '@quarry/contracts';
import type { DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { ExportColumn } from './export-columns.ts';
import type { PlannedColumn } from './export-plan.ts';

/** A column of LinkedIn's company list: its header, fixed by LinkedIn, and the data point that fills it. */
interface TemplateColumn {
  readonly header: string;
  readonly dataPoint: string | null;
  /** Over system columns; used where the data point is missing or empty. */
  readonly fallback?: Sql;
}

const page = sql`if(__linked_in_id = '', '', concat('https://www.linkedin.com/company/', __linked_in_id))`;

/** LinkedIn Campaign Manager's template for companies. */
export const LINKEDIN_COMPANIES: readonly TemplateColumn[] = [
  { header: 'companyname', dataPoint: 'firmographics/company_name' },
  { header: 'companywebsite', dataPoint: 'firmographics/website', fallback: sql`__domain` },
  { header: 'companyemaildomain', dataPoint: null, fallback: sql`__domain` },
  { header: 'linkedincompanypageurl', dataPoint: null, fallback: page },
  { header: 'stocksymbol', dataPoint: 'firmographics/ticker' },
  { header: 'industry', dataPoint: 'firmographics/industry' },
  { header: 'city', dataPoint: 'firmographics/city' },
  { header: 'state', dataPoint: 'firmographics/region' },
  { header: 'companycountry', dataPoint: 'firmographics/country' },
  // No data point has a postal code.
  { header: 'zipcode', dataPoint: null },
];

/** The template's columns with the client's columns that fill them. */
export function linkedInColumns(schema: readonly SchemaField[]): PlannedColumn[] {
  const fieldOf = new Map(schema.flatMap(({ ccmName, fieldName }) => (ccmName === null ? [] : [[ccmName, fieldName]])));
  return LINKEDIN_COMPANIES.map(({ header, dataPoint }) => ({
    header,
    fieldName: (dataPoint === null ? undefined : fieldOf.get(dataPoint)) ?? null,
    isCountry: false,
  }));
}

/** A column of the template; blank without a value and a fallback. */
export function linkedInColumn(header: string, column: DatasetColumn | undefined): ExportColumn {
  const fallback = LINKEDIN_COMPANIES.find((known) => known.header === header)?.fallback;
  const own = column === undefined ? undefined : sql`toString(${column.value})`;
  const value =
    own !== undefined && fallback !== undefined
      ? sql`if(${own} = '', ${fallback}, ${own})`
      : (own ?? fallback ?? sql`${text('')}`);
  return { header, type: 'String', value };
}
