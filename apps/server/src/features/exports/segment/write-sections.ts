import { createTable, emptySql, type Sql, sql } from '@quarry/clickhouse';
import { isLinkedInExport, type SegmentExportType } from '@quarry/contracts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { ExportSection } from '../export.ts';
import { type ExportColumn, exportColumns, plannedDatasetColumns } from '../export-columns.ts';
import { frozenRowsTable, newFrozenTable } from '../exports.sql.ts';
import { appendRows, dropFrozenRows } from '../freeze-rows.ts';
import type { FrozenRows } from '../frozen-rows.ts';
import { csvLine } from '../part-rows.sql.ts';
import { contactColumns, linkedInContactColumns } from './contact-columns.sql.ts';
import type { SegmentSnapshot } from './freeze-segment.ts';
import type { SegmentPlan } from './segment-plan.ts';
import {
  COMPANY_ORDER,
  CONTACT_ORDER,
  companiesAlone,
  companiesWithContacts,
  includedContacts,
  SEGMENT_DATES,
} from './segment-tables.sql.ts';

/** Files of an export that have the same columns. */
interface Section {
  readonly name: ExportSection | null;
  readonly columns: readonly ExportColumn[];
  readonly from: Sql;
  readonly order: Sql;
}

/** The companies' columns of an export. Throws VALIDATION_FAILED for those that the dataset does not have. */
export function companyColumns({ companies: plan, nameField }: SegmentPlan): ExportColumn[] {
  const name = companyName({ companies: plan, nameField });
  return exportColumns({ columns: plannedDatasetColumns(plan) }, plan).map((column, at) => {
    const isName = column.header === 'companyname' || (nameField !== null && plan.columns[at]?.fieldName === nameField);
    return isName ? { ...column, value: name } : column;
  });
}

/** Of the dataset, or for a company that it has no more, of the universe. */
function companyName({ companies, nameField }: Pick<SegmentPlan, 'companies' | 'nameField'>): Sql {
  const stored = plannedDatasetColumns(companies).get(nameField ?? '')?.value;
  const known = sql`__segment_company_name`;
  return stored === undefined ? known : sql`if(toString(${stored}) = '', ${known}, toString(${stored}))`;
}

/** Writes the rows of a segment's export, as finished lines in the order of the files. */
export async function writeSections(
  stores: Pick<JobContext, 'warehouse' | 'signal'>,
  clientName: string,
  exportId: string,
  type: SegmentExportType,
  taken: SegmentSnapshot,
): Promise<FrozenRows> {
  const { table: clone, companies, contacts } = taken;
  await dropFrozenRows(stores, clientName, exportId, { except: [clone, companies, contacts].map(({ name }) => name) });
  const table = newFrozenTable(clientName, exportId);
  await createTable(stores.warehouse, frozenRowsTable(table, [{ type: 'String' }]));
  const written: Extract<FrozenRows, { kind: 'SECTIONS' }>['sections'] = [];
  let rowCount = 0;
  for (const { name, columns, from, order } of sectionsOf(type, taken)) {
    const line = { header: '', type: 'String', value: csvLine(columns) } as const;
    const total = await appendRows(stores, table, [line], { from, where: emptySql, order, after: rowCount });
    // LinkedIn reads no list of contacts without any.
    if (name === 'contacts' && total === rowCount) continue;
    written.push({ name, rowCount: total - rowCount, columns: columns.map(({ header }) => ({ header })) });
    rowCount = total;
  }
  return { kind: 'SECTIONS', table, rowCount, sections: written };
}

function sectionsOf(type: SegmentExportType, taken: SegmentSnapshot): Section[] {
  const { plan } = taken;
  if (!isLinkedInExport(type)) {
    const stay = [
      { header: 'Added to segment', type: 'String', value: SEGMENT_DATES.addedAt },
      { header: 'Removed from segment', type: 'String', value: SEGMENT_DATES.removedAt },
    ] as const;
    const columns = [...companyColumns(plan), ...stay, ...contactColumns(plan.hasPhoneNumbers)];
    return [{ name: null, columns, from: companiesWithContacts(taken), order: CONTACT_ORDER }];
  }
  const companies: Section = {
    name: 'companies',
    columns: companyColumns(plan),
    from: companiesAlone(taken),
    order: COMPANY_ORDER,
  };
  const columns = linkedInContactColumns(companyName(plan));
  return [companies, { name: 'contacts', columns, from: includedContacts(taken), order: CONTACT_ORDER }];
}
