import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, findRunningPostgres, isUnreachable, openDatabase } from '@quarry/postgres';
import { enqueueImport } from '#server/features/company-imports/enqueue-import.ts';
import type { ImportRequest } from '#server/features/company-imports/import-request.ts';
import { type ImportSummary, importSummary } from '#server/features/universe/import/import-summary.ts';

import type { Config } from '#server/platform/config.ts';
import { isHeldByJobRunner, postgresPathOf } from '#server/platform/data-folder.ts';
import { cancelJob } from '#server/platform/jobs/cancel-job.ts';
import { getJob } from '#server/platform/jobs/list-jobs.ts';
import { createLog } from '#server/platform/open-platform.ts';
import { COMMAND_LINE } from './import-here.ts';
import { stoppedMessage } from './import-report.ts';
import { progressBar } from './progress-bar.ts';
import { CommandError } from './run-command.ts';

const POLL_MS = 500;
/** A server that is starting opens its database first. */
const START_MS = 60_000;

/**
 * Has the server that holds the data folder import the file, as a job in its queue, and waits for the job to end. The
 * right to read the database's passwords in the folder is the right to import. Ctrl-C cancels the job.
 */
export async function importThroughServer(config: Config, request: ImportRequest): Promise<ImportSummary> {
  const db = await connect(config);
  const bar = progressBar();
  let jobId: string | undefined;
  const onSignal = () => {
    bar.end();
    process.stderr.write('Stopping the import…\n');
    if (jobId === undefined) return;
    cancelJob(db, jobId).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const key = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    jobId = await db.asSystem((tx) =>
      // Running the same command again follows its job.
      enqueueImport(tx, request, { singletonKey: key, requestedBy: COMMAND_LINE }),
    );
    process.stderr.write(`The running server imports the file, as job ${jobId}.\n`);
    for (;;) {
      const job = await getJob(db, jobId);
      if (job === null) throw new Error(`The job ${jobId} is gone`);
      if (job.status === 'CANCELLED') throw new CommandError(stoppedMessage(job.counts));
      if (job.status === 'COMPLETE' || job.status === 'ERROR') {
        const summary = importSummary.safeParse(job.checkpoint);
        if (!summary.success) throw new CommandError(job.error ?? 'The import failed.');
        if (job.attempt > 1) {
          process.stderr.write('The import was interrupted and repeated: what it had stored counts as unchanged.\n');
        }
        return summary.data;
      }
      if (!isHeldByJobRunner(config.dataDir)) throw serverEnded();
      if (job.status === 'WAITING') bar.show(null, job.error ?? 'Waiting for its turn');
      else bar.show(job.progress, job.message ?? '');
      await sleep(POLL_MS);
    }
  } catch (error) {
    throw isUnreachable(error) ? serverEnded() : error;
  } finally {
    bar.end();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await db.close();
  }
}

async function connect(config: Config): Promise<Database> {
  const log = createLog('silent');
  for (const end = Date.now() + START_MS; ; await sleep(POLL_MS)) {
    const connectionString = config.databaseUrl ?? findRunningPostgres(postgresPathOf(config.dataDir), log);
    try {
      if (connectionString !== null) return await openDatabase({ connectionString, log, maxConnections: 2 });
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
    if (Date.now() > end) throw new CommandError('The database of the running server does not answer.');
  }
}

const serverEnded = () =>
  new CommandError(
    'The server ended. It goes on with the import when it runs again; the same command then shows the progress.',
  );
