import type * as contracts from '@quarry/contracts';
import { count, desc } from '@quarry/postgres';
import { companyImports } from '@quarry/postgres/tables/company-imports';
import type { Verb } from '#server/platform/mount.ts';
import { companyImportView, selectImports } from './company-import.ts';

/** Lists the imports of companies, newest first. */
export const listCompanyImports: Verb<typeof contracts.listCompanyImports> = async (scope, { limit, offset }) =>
  scope.read(async (tx) => {
    const rows = await selectImports(tx)
      .orderBy(desc(companyImports.createdAt), desc(companyImports.run))
      .limit(limit)
      .offset(offset);
    const [counted] = await tx.select({ imports: count() }).from(companyImports);
    return { items: rows.map(companyImportView), count: counted?.imports ?? 0 };
  });
