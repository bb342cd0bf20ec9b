import type { Warehouse } from '@quarry/clickhouse';
import { and, type Database, eq, isNotNull, isNull } from '@quarry/postgres';
import { companyImports } from '@quarry/postgres/tables/company-imports';
import { type ImportFileOptions, importFile } from '#server/features/universe/import/import-file.ts';
import { type ImportSummary, summarise } from '#server/features/universe/import/import-summary.ts';
import type { Location } from '#server/features/universe/import/open-source.ts';
import { undoRun } from '#server/features/universe/import/undo-import.ts';
import { UNIVERSE_TABLES } from '#server/features/universe/schema.ts';
import { scratchPathOf } from '#server/platform/data-folder.ts';
import type { Platform } from '#server/platform/scope.ts';
import { WorkStopped } from '#server/platform/work/run-work.ts';
import type { ImportRequest } from './import-request.ts';

type Stores = Pick<Platform, 'config' | 'db' | 'ledger'>;

/** Where the bytes are, and where the rejected rows go. */
export interface ReadFrom {
  readonly location: Location;
  readonly size?: number;
  readonly rejectsPath: string;
  /** Called with the summary before it is recorded. */
  readonly atEnd?: (summary: ImportSummary) => Promise<void>;
}

export interface RecordedImport {
  readonly id: string;
  readonly run: number;
  readonly request: ImportRequest;
  readonly from: ReadFrom;
}

/** Runs an import, in a job or on the command line, and records what became of it. */
export async function runImport(
  stores: Stores,
  { id, run, request, from }: RecordedImport,
  control: Required<Pick<ImportFileOptions, 'signal' | 'onProgress'>>,
): Promise<ImportSummary> {
  const { config, db, ledger } = stores;
  const { isDryRun, mapping, maxBytes } = request;
  const { location, size, rejectsPath } = from;
  const update = (values: Partial<typeof companyImports.$inferInsert>) =>
    db.asSystem((tx) => tx.update(companyImports).set(values).where(eq(companyImports.id, id)));
  await update({ status: 'PROCESSING', startedAt: new Date(), finishedAt: null, canBeUndone: !isDryRun });
  const work = (warehouse: Warehouse) =>
    importFile({
      warehouse,
      location,
      size,
      mapping,
      isDryRun,
      rejectsPath,
      maxBytes,
      run: isDryRun ? undefined : run,
      scratchDirectory: scratchPathOf(config.dataDir),
      ...control,
    });
  try {
    if (!isDryRun) await finishUndos(stores);
    const result = isDryRun ? await work(ledger.engine) : await ledger.recordWrites(UNIVERSE_TABLES, work);
    const summary = summarise(result, { isDryRun, rejectsPath });
    await from.atEnd?.(summary);
    const { failure } = summary;
    await update({ status: failure === null ? 'COMPLETE' : 'ERROR', error: failure, summary, finishedAt: new Date() });
    return summary;
  } catch (error) {
    const reason = stopReason(control.signal);
    // At a shutdown the job is repeated; the next start counts what was stored.
    if (reason !== 'SHUTDOWN' && reason !== 'LOST') {
      // What was stored stays, so it is counted at once.
      if (!isDryRun) await ledger.check({ isThorough: true });
      await update({ status: reason === null ? 'ERROR' : 'CANCELLED', finishedAt: new Date() });
    }
    throw error;
  }
}

/** Why the import was stopped; null if it failed. */
function stopReason(signal: AbortSignal): string | null {
  if (!signal.aborted) return null;
  return signal.reason instanceof WorkStopped ? signal.reason.reason : 'CANCELLED';
}

/** Completes undos that were interrupted: an import must find them done. */
async function finishUndos({ db, ledger }: Pick<Stores, 'db' | 'ledger'>): Promise<void> {
  const begun = await db.asSystem((tx) =>
    tx
      .select()
      .from(companyImports)
      .where(and(isNotNull(companyImports.undoBeganAt), isNull(companyImports.undoneAt))),
  );
  for (const { id, run } of begun) await finishUndo({ db, ledger }, { id, run });
}

/** Undoes a run whose undo has begun, and records it. */
export async function finishUndo(
  { db, ledger }: { readonly db: Database; readonly ledger: Platform['ledger'] },
  { id, run }: { readonly id: string; readonly run: number },
): Promise<void> {
  await undoRun(ledger, run);
  await db.asSystem((tx) =>
    tx.update(companyImports).set({ undoneAt: new Date(), canBeUndone: false }).where(eq(companyImports.id, id)),
  );
}
