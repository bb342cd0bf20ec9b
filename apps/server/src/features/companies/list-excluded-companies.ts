import { sql, uint, uints } from '@quarry/clickhouse';
import type * as contracts from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { Verb } from '#server/platform/mount.ts';

const companyRow = z.object({ companyId: z.string(), name: z.string(), domain: z.string() });

/** Lists the account's excluded companies by name. */
export const listExcludedCompanies: Verb<typeof contracts.listExcludedCompanies> = async (scope, { limit, offset }) => {
  const ids = await scope.read(async (tx) => {
    const [row] = await tx
      .select({ ids: clients.excludeCompanyIds })
      .from(clients)
      .where(eq(clients.id, scope.client.id));
    return row?.ids ?? [];
  });
  if (ids.length === 0) return { items: [], count: 0 };
  // Companies that the universe no longer has stay in the list, under their id.
  const statement = sql`SELECT
      toString(excluded.id) AS companyId,
      if(company.name = '', companyId, company.name) AS name,
      company.domain AS domain
    FROM (SELECT arrayJoin(${uints(ids)}) AS id) AS excluded
    GLOBAL LEFT JOIN (
      SELECT company_id, name, domain
      FROM ${readTable('companies')}
      WHERE company_id IN ${uints(ids)}) AS company ON company.company_id = excluded.id
    ORDER BY lowerUTF8(name), excluded.id
    LIMIT ${uint(limit)} OFFSET ${uint(offset)}`;
  const options = { lane: 'people', signal: scope.request.signal } as const;
  return { items: await scope.warehouse.rows(statement, companyRow, options), count: ids.length };
};
