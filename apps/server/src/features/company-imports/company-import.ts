import { AppError, type CompanyImportView } from '@quarry/contracts';
import { eq, sql, type Transaction } from '@quarry/postgres';
import { companyFiles, companyImports } from '@quarry/postgres/tables/company-imports';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { importSummary } from '#server/features/universe/import/import-summary.ts';
import { importRequest } from './import-request.ts';
import { hasEnded, type ImportWithJob } from './undo-obstacles.ts';

const number = z.number().default(0);
const counts = z.object({ read: number, created: number, updated: number, unchanged: number, rejected: number });

const UNDO = 'undo ';
/** The singleton key of the job that undoes an import. */
export const undoKeyOf = (importId: string): string => `${UNDO}${importId}`;

/** Selects imports with their jobs, as long as these are kept, and their files. */
export const selectImports = (tx: Transaction) =>
  tx
    .select({
      row: companyImports,
      job: jobs,
      isFileDeleted: companyFiles.deletedAt,
      isUndoWanted: sql<boolean>`exists (select from ${jobs} as undo
        where undo.singleton_key = ${UNDO} || ${companyImports.id} and undo.finished_at is null)`,
    })
    .from(companyImports)
    .leftJoin(jobs, eq(jobs.id, companyImports.id))
    .leftJoin(companyFiles, eq(companyFiles.id, companyImports.fileId));

type Selected = Awaited<ReturnType<typeof selectImports>>[number];

/** Reads an import. Throws NOT_FOUND. */
export async function readImport(tx: Transaction, importId: string): Promise<Selected> {
  const [found] = await selectImports(tx).where(eq(companyImports.id, importId));
  if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such import.', { importId });
  return found;
}

export function companyImportView({ row, job, isFileDeleted, isUndoWanted }: Selected): CompanyImportView {
  // The summary is there at the end; until then, and after a cancel, the job's progress tells the counts.
  const summary = importSummary.nullable().parse(row.summary);
  return {
    id: row.id,
    location: withoutSecrets(importRequest.parse(row.request).location),
    fileId: isFileDeleted === null ? row.fileId : null,
    isDryRun: row.isDryRun,
    ...stateOf({ row, job }),
    requestedBy: row.requestedBy ?? job?.requestedBy ?? null,
    createdAt: row.createdAt.toISOString(),
    startedAt: (row.startedAt ?? job?.startedAt)?.toISOString() ?? null,
    counts: counts.parse(summary ?? job?.counts ?? {}),
    rejections: summary?.rejections ?? {},
    undo: {
      isPossible: row.canBeUndone && hasEnded({ job }) && row.undoBeganAt === null && !isUndoWanted,
      isRunning: (row.undoBeganAt !== null || isUndoWanted) && row.undoneAt === null,
      undoneAt: row.undoneAt?.toISOString() ?? null,
      undoneBy: row.undoneBy,
    },
  };
}

/** The record is behind its job while this waits or runs, and of a process that was killed it tells nothing more. */
function stateOf(
  found: ImportWithJob,
): Pick<CompanyImportView, 'status' | 'progress' | 'error' | 'finishedAt' | 'canCancel'> {
  const { row, job } = found;
  if (job !== null && (job.finishedAt === null || row.finishedAt === null)) {
    const { status, progress, error, finishedAt } = job;
    const canCancel = finishedAt === null && job.cancelRequestedAt === null;
    return { status, progress, error, finishedAt: finishedAt?.toISOString() ?? null, canCancel };
  }
  const { status, error, finishedAt } = row;
  if (finishedAt === null) {
    return { status: 'ERROR', progress: 0, error: 'It was interrupted.', finishedAt: null, canCancel: false };
  }
  const progress = status === 'COMPLETE' ? 1 : (job?.progress ?? 0);
  return {
    status,
    progress,
    error: error ?? job?.error ?? null,
    finishedAt: finishedAt.toISOString(),
    canCancel: false,
  };
}

/** Addresses of files carry passwords and signatures. */
function withoutSecrets(location: string): string {
  if (!/^https?:/i.test(location)) return location;
  const url = URL.parse(location);
  return url === null ? location : `${url.origin}${url.pathname}`;
}
