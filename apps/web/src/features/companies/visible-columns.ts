import type { SchemaField } from '@quarry/contracts';
import { createColumnTable } from '../../ui/table/layout.ts';
import type { TableLayout } from '../../ui/table/types.ts';
import { companyColumns } from './company-columns.tsx';

const PRIMARY_DOMAIN = 'firmographics/primary_domain';
const NO_LINKS = { hrefOf: () => '', onOpen: () => undefined };

/**
 * The data points that the explorer's table shows, in its order. Its first column shows the domain below the name, so
 * the domain follows the name unless it has a column of its own.
 */
export function visibleColumns(schema: readonly SchemaField[], layout: TableLayout): SchemaField[] {
  const byName = new Map(schema.map((field) => [field.fieldName, field]));
  const columns = companyColumns(schema, NO_LINKS, null);
  const table = createColumnTable(columns, layout);
  const shown = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()].flatMap(
    ({ id }) => byName.get(id) ?? [],
  );
  const domain = schema.find((field) => field.ccmName === PRIMARY_DOMAIN && !field.isHiddenFromUser);
  if (domain === undefined || shown.includes(domain)) return shown;
  const isNameFirst = shown[0]?.ccmName === 'firmographics/company_name';
  return shown.toSpliced(isNameFirst ? 1 : 0, 0, domain);
}
