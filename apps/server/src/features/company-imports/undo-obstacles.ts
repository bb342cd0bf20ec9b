import { ident, sql } from '@quarry/clickhouse';
import { and, eq, gt, isNotNull, isNull, ne, or, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { companyImports } from '@quarry/postgres/tables/company-imports';
import type { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { datasetTables } from '#server/features/datasets/table.ts';
import { createdCompanies } from '#server/features/universe/import/undo-import.sql.ts';
import { obstaclesInUniverse } from '#server/features/universe/import/undo-import.ts';
import type { Platform } from '#server/platform/scope.ts';

/** An import with its job, as long as this is kept. */
export interface ImportWithJob {
  readonly row: typeof companyImports.$inferSelect;
  readonly job: typeof jobs.$inferSelect | null;
}

/** Its job decides. Without one, the command line that imported has ended, even if it was killed and recorded no end. */
export const hasEnded = ({ job }: Pick<ImportWithJob, 'job'>): boolean => job === null || job.finishedAt !== null;

const countRow = z.object({ companies: z.number() });

/** Says in sentences why an import cannot be undone, for which nothing else may have touched what it changed. */
export async function findUndoObstacles(
  { db, warehouse }: Pick<Platform, 'db' | 'warehouse'>,
  found: ImportWithJob,
  signal: AbortSignal,
): Promise<string[]> {
  const { row } = found;
  if (row.undoneAt !== null) return ['It was undone already.'];
  if (!hasEnded(found)) return ['It has not ended yet.'];
  if (!row.canBeUndone) {
    return [row.isDryRun ? 'A dry run changes nothing.' : 'What it changed is no longer kept.'];
  }
  const { others, accounts } = await db.asSystem(
    async (tx) => ({ others: await laterRuns(tx, row), accounts: await builtAccounts(tx) }),
    { readOnly: true },
  );
  const obstacles = await obstaclesInUniverse(warehouse, row.run, others, signal);
  for (const { name, datasetVersion } of accounts) {
    const { database, members } = datasetTables(name, datasetVersion);
    const [found] = await warehouse.rows(
      sql`SELECT toUInt32(count()) AS companies FROM ${ident(database, members)}
        WHERE company_id IN (${createdCompanies(row.run)})`,
      countRow,
      { lane: 'analysis', signal },
    );
    const companies = found?.companies ?? 0;
    if (companies > 0) {
      obstacles.push(
        `The account ${name} has ${companies.toLocaleString('en-US')} of its new companies in its dataset.`,
      );
    }
  }
  return obstacles;
}

/** Imports that were not over when this one began, and still hold. */
async function laterRuns(tx: Transaction, { id, startedAt, createdAt }: ImportWithJob['row']): Promise<number[]> {
  const rows = await tx
    .select({ run: companyImports.run })
    .from(companyImports)
    .where(
      and(
        ne(companyImports.id, id),
        eq(companyImports.canBeUndone, true),
        or(isNull(companyImports.finishedAt), gt(companyImports.finishedAt, startedAt ?? createdAt)),
      ),
    );
  return rows.map(({ run }) => run);
}

async function builtAccounts(tx: Transaction) {
  const rows = await tx
    .select({ name: clients.name, datasetVersion: clients.datasetVersion })
    .from(clients)
    .where(isNotNull(clients.datasetVersion));
  return rows.flatMap(({ name, datasetVersion }) => (datasetVersion === null ? [] : [{ name, datasetVersion }]));
}
