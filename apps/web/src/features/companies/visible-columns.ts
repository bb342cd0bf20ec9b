import type { SchemaField } from '@quarry/contracts';
import { createColumnTable } from '../../ui/table/layout.ts';
import type { TableLayout } from '../../ui/table/types.ts';
import { companyColumns } from './company-columns.tsx';

const PRIMARY_DOMAIN = 'firmographics/primary_domain';
const NO_LINKS = { hrefOf: () => '', onOpen: () => undefined };

/**
 * The data points of the explorer's table in order. The first column shows the domain below the name, so the domain
 * follows the name unless it has a separate column.
 */
export function visibleColumns(schema: readonly SchemaField[], layout: TableLayout): SchemaField[] {
  const byName = new Map(schema.map((field) => [field.fieldName, field]));
  const columns = companyColumns(schema, NO_LINKS, null);
  const table = createColumnTable(columns, layout);
  const visible = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()].flatMap(
    ({ id }) => byName.get(id) ?? [],
  );
  const domain = schema.find((field) => field.ccmName === PRIMARY_DOMAIN && !field.isHiddenFromUser);
  if (domain === undefined || visible.includes(domain)) return visible;
  const isNameFirst = visible[0]?.ccmName === 'firmographics/company_name';
  return visible.toSpliced(isNameFirst ? 1 : 0, 0, domain);
}
