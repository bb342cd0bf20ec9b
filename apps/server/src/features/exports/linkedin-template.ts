import { type Sql, sql, text } from '@quarry/clickhouse';
import type { SchemaField } from '@quarry/contracts';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import type { ExportColumn } from './export-columns.ts';

/** A column of LinkedIn's company list: its header, which must stay as it is, and the data point that fills it. */
interface TemplateColumn {
  readonly header: string;
  readonly dataPoint: string | null;
  /** What is there in every dataset, where the account has not chosen the data point. */
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

/** The template's columns over a dataset; those whose data point the account does not have stay blank. */
export function linkedInColumns(dataset: Dataset, schema: readonly SchemaField[]): ExportColumn[] {
  const fieldOf = new Map(schema.flatMap(({ ccmName, fieldName }) => (ccmName === null ? [] : [[ccmName, fieldName]])));
  return LINKEDIN_COMPANIES.map(({ header, dataPoint, otherwise }) => {
    const column = dataset.columns.get((dataPoint === null ? undefined : fieldOf.get(dataPoint)) ?? '');
    const own = column === undefined ? undefined : sql`toString(${column.value})`;
    const value =
      own !== undefined && otherwise !== undefined
        ? sql`if(${own} = '', ${otherwise}, ${own})`
        : (own ?? otherwise ?? sql`${text('')}`);
    return { header, type: 'String', value };
  });
}
