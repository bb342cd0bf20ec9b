import { fileURLToPath } from 'node:url';
import { demoAnnouncement, prepareDemo } from '#server/demo.ts';
import { doors } from '#server/doors.ts';
import { createIdentity } from '#server/features/accounts/identity/create-identity.ts';
import { startDatasetUpkeep } from '#server/features/datasets/start-upkeep.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { migrations } from '#server/migrations.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { DataFolderInUseError } from '#server/platform/data-folder.ts';
import { type RunningServer, startServer } from '#server/platform/start-server.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The exit code that asks whoever keeps the server running to start it again; scripts/supervise.mjs knows it too. */
const START_AGAIN = 75;
/** A stop that takes longer is cut off: everything that is kept survives that. */
const STOP_LIMIT_MS = 28_000;
/** A terminal sends Ctrl+C to the server and to its parent, which passes it on: two signals that mean one. */
const SAME_REQUEST_MS = 1_000;

function endToStartAgain(why: string, error?: unknown): never {
  process.stderr.write(`${why}${error === undefined ? '' : `: ${describe(error)}`}\n`);
  process.exit(START_AGAIN);
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Ends the process on SIGTERM and SIGINT, also while it is still starting. */
function stopOnSignal(starting: Promise<RunningServer>): { readonly isStopping: () => boolean } {
  let since: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (since !== null) {
      if (Date.now() - since > SAME_REQUEST_MS) process.exit(1);
      return;
    }
    since = Date.now();
    setTimeout(() => {
      process.stderr.write('The stop took too long and is cut off.\n');
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    starting
      .then((server) => {
        server.platform.log.info({ signal }, 'stopping');
        return server.stop();
      })
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`The stop failed: ${describe(error)}\n`);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return { isStopping: () => since !== null };
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const starting = startServer({
    config,
    doors,
    jobDefinitions,
    migrations,
    createIdentity,
    webRoot,
    onStoreLost: (what) => endToStartAgain(`The server ends, because ${what}`),
  });
  const { isStopping } = stopOnSignal(starting);
  const { platform } = await starting;
  process.on('uncaughtException', (error) => endToStartAgain('The server ends, because of an unexpected error', error));
  try {
    if (config.role !== 'api') await startDatasetUpkeep(platform);
    const demo = config.demo.isOn ? await prepareDemo(platform) : null;
    process.stdout.write(`\nQuarry is ready at ${config.publicUrl}\n${demo === null ? '' : demoAnnouncement(demo)}\n`);
  } catch (error) {
    // What is being prepared while the stores close can only fail; the stop ends the process.
    if (!isStopping()) throw error;
  }
}

main().catch((error: unknown) => {
  const isForTheOperator = error instanceof ConfigError || error instanceof DataFolderInUseError;
  process.stderr.write(`${isForTheOperator ? error.message : describe(error)}\n`);
  process.exit(1);
});
