import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { companyImports } from '@quarry/postgres/tables/company-imports';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { companyImportView, readImport } from './company-import.ts';
import { finishUndo } from './run-import.ts';
import { findUndoObstacles } from './undo-obstacles.ts';

/** Undoes an import unless something else has touched it; once begun, it is never given up. */
export async function undoImport(
  ctx: JobContext,
  { undoOf, by }: { readonly undoOf: string; readonly by: string },
): Promise<void> {
  const { db, signal } = ctx;
  const found = await db.asSystem((tx) => readImport(tx, undoOf), { readOnly: true });
  const { row } = found;
  if (row.undoneAt !== null) return;
  ctx.progress(0, 'Looking for what else touched the companies of the import');
  if (row.undoBeganAt === null) {
    const obstacles = await findUndoObstacles(ctx, found, signal);
    if (obstacles.length > 0) throw new AppError('CONFLICT', `The import cannot be undone. ${obstacles.join(' ')}`);
    await db.asSystem((tx) =>
      tx.update(companyImports).set({ undoBeganAt: new Date(), undoneBy: by }).where(eq(companyImports.id, undoOf)),
    );
  }
  ctx.progress(0.2, `Undoing the import of ${companyImportView(found).location}`);
  await finishUndo(ctx, row);
}
