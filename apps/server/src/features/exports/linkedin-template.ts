import { type Sql, sql, text } from '@quarry/clickhouse';
import type { SchemaField } from '@quarry/contracts';
import type { DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { ExportColumn } from './export-columns.ts';
import type { PlannedColumn } from './export-plan.ts';

/** A column of LinkedIn's company list: its header, which must stay as it is, and the data point that fills it. */
interface TemplateColumn {
  readonly header: string;
  readonly dataPoint: string | null;
  /** A value that every dataset has, for accounts that have not chosen the data point. */
  readonly otherwise?: Sql;
}

const page = sql`if(__linked_in_id = '', '', concat('https://www.linkedin.com/company/', __linked_in_id))`;

/** LinkedIn Campaign Manager's template for companies. */
export const LINKEDIN_COMPANIES: readonly TemplateColumn[] = [
  { header: 'companyname', dataPoint: 'firmographics/company_name' },
  { header: 'companywebsite', dataPoint: 'firmographics/website', otherwise: sql`__domain` },
  { header: 'companyemaildomain', dataPoint: null, otherwise: sql`__domain` },
  { header: 'linkedincompanypageurl', dataPoint: null, otherwise: page },
  { header: 'stocksymbol', dataPoint: 'firmographics/ticker' },
  { header: 'industry', dataPoint: 'firmographics/industry' },
  { header: 'city', dataPoint: 'firmographics/city' },
  { header: 'state', dataPoint: 'firmographics/region' },
  { header: 'companycountry', dataPoint: 'firmographics/country' },
  // No data point has a postal code.
  { header: 'zipcode', dataPoint: null },
];

/** The template's columns with the account's columns that fill them. */
export function linkedInColumns(schema: readonly SchemaField[]): PlannedColumn[] {
  const fieldOf = new Map(schema.flatMap(({ ccmName, fieldName }) => (ccmName === null ? [] : [[ccmName, fieldName]])));
  return LINKEDIN_COMPANIES.map(({ header, dataPoint }) => ({
    header,
    fieldName: (dataPoint === null ? undefined : fieldOf.get(dataPoint)) ?? null,
  }));
}

/** A column of the template; it stays blank if neither the account nor every dataset has a value for it. */
export function linkedInColumn(header: string, column: DatasetColumn | undefined): ExportColumn {
  const otherwise = LINKEDIN_COMPANIES.find((known) => known.header === header)?.otherwise;
  const own = column === undefined ? undefined : sql`toString(${column.value})`;
  const value =
    own !== undefined && otherwise !== undefined
      ? sql`if(${own} = '', ${otherwise}, ${own})`
      : (own ?? otherwise ?? sql`${text('')}`);
  return { header, type: 'String', value };
}
