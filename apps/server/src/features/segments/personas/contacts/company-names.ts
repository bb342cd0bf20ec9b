import { type Sql, type StatementOptions, sql, uints, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { readTable } from '#server/features/universe/universe-table.ts';

const companyRow = z.object({ id: z.string(), name: z.string(), domain: z.string(), linkedInId: z.string() });
export type CompanyNames = z.infer<typeof companyRow>;

/** The names of companies by id; unknown ones are left out. */
export async function readCompanyNames(
  warehouse: Warehouse,
  companyIds: readonly string[],
  options: StatementOptions,
): Promise<ReadonlyMap<string, CompanyNames>> {
  if (companyIds.length === 0) return new Map();
  const rows = await warehouse.rows(
    sql`SELECT toString(company_id) AS id, name, domain, linked_in_id AS linkedInId
      FROM ${readTable('companies')} WHERE company_id IN ${uints(companyIds)}`,
    companyRow,
    options,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const NAMES = { company_name: sql`lowerUTF8(name)`, company_domain: sql`domain` } satisfies Record<string, Sql>;

/** Company ids in the order of their names or domains, ascending. */
export async function sortCompanies(
  warehouse: Warehouse,
  companyIds: readonly string[],
  by: keyof typeof NAMES,
  signal: AbortSignal,
): Promise<string[]> {
  if (companyIds.length === 0) return [];
  const rows = await warehouse.rows(
    sql`SELECT toString(company_id) AS id
      FROM ${readTable('companies')} WHERE company_id IN ${uints(companyIds)} ORDER BY ${NAMES[by]}, company_id`,
    z.object({ id: z.string() }),
    { signal },
  );
  return rows.map(({ id }) => id);
}

export const isCompanySort = (name: string): name is keyof typeof NAMES => name in NAMES;
