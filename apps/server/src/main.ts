import { fileURLToPath } from 'node:url';
import { demoAnnouncement, prepareDemo } from '#server/demo.ts';
import { doors } from '#server/doors.ts';
import { createIdentity } from '#server/features/accounts/identity/create-identity.ts';
import { startDatasetUpkeep } from '#server/features/builds/start-upkeep.ts';
import { startClientUpkeep } from '#server/features/clients/start-client-upkeep.ts';
import { startImportUpkeep } from '#server/features/company-imports/import-upkeep.ts';
import { createEmailVerifier } from '#server/features/contacts/verification/create-email-verifier.ts';
import { crmImportSchedule, IMPORT_SCHEDULE_MS } from '#server/features/crm-imports/schedule-imports.ts';
import { startExportUpkeep } from '#server/features/exports/start-export-upkeep.ts';
import { startIntegrationUpkeep } from '#server/features/integration-jobs/upkeep.ts';
import { startEstimationUpkeep } from '#server/features/market-estimation/estimation-upkeep.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { migrations, tables } from '#server/migrations.ts';
import { announcement } from '#server/platform/announcement.ts';
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts';
import { closeNewFiles, DataFolderInUseError } from '#server/platform/data-folder.ts';
import {
  describe,
  endProcess,
  restartProcess,
  stopOnSignal,
  TRY_AGAIN_EXIT_CODE,
} from '#server/platform/end-process.ts';
import { createLog } from '#server/platform/open-platform.ts';
import { explainStartError } from '#server/platform/start-error.ts';
import { type RunningServer, startServer } from '#server/platform/start-server.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

async function main(): Promise<void> {
  closeNewFiles();
  const config = readConfig(process.env);
  let isLost = false;
  const starting: Promise<RunningServer> = startServer({
    config,
    doors,
    jobDefinitions,
    migrations,
    tables,
    createEmailVerifier,
    createIdentity,
    webRoot,
    onStoreLost(reason) {
      isLost = true;
      void restartProcess(reason, starting);
    },
  });
  const { isStopping } = stopOnSignal(starting);
  const server = await starting.catch((error: unknown) => {
    // The process is already ending because a store was lost.
    if (isLost) return null;
    throw error;
  });
  if (server === null) return;
  const { platform } = server;
  // It concerns one request; a restart would end everybody's.
  process.on('unhandledRejection', (error) => platform.log.error({ error }, 'a promise was rejected unnoticed'));
  process.on('uncaughtException', (error) => {
    void restartProcess(`unexpected error: ${describe(error)}`, starting);
  });
  try {
    if (config.role !== 'api') {
      await startDatasetUpkeep(platform);
      startExportUpkeep(platform);
      startImportUpkeep(platform);
      startEstimationUpkeep(platform);
      startClientUpkeep(platform);
      startIntegrationUpkeep(platform);
      platform.jobs.schedule(crmImportSchedule, IMPORT_SCHEDULE_MS, {});
    }
    const demo = config.demo.isOn ? await prepareDemo(platform) : null;
    process.stdout.write(
      `\n${announcement(platform, server.address)}\n${demo === null ? '' : demoAnnouncement(demo)}\n`,
    );
  } catch (error) {
    if (isStopping() || isLost) return;
    await endProcess(printStartError(error, config), platform.warehouse);
  }
}

/** Prints why the server could not start, and returns the exit code. */
function printStartError(error: unknown, config: Config): number {
  createLog(config.logLevel).debug({ err: error }, 'the start failed');
  const { message, mayPass } = explainStartError(error, config);
  process.stderr.write(`${message}\n`);
  return mayPass ? TRY_AGAIN_EXIT_CODE : 1;
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof DataFolderInUseError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  process.exit(printStartError(error, readConfig(process.env)));
});
