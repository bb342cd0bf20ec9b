import { fileURLToPath } from 'node:url';
import { createIdentity } from '#server/features/accounts/identity/create-identity.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { DataFolderInUseError } from '#server/platform/data-folder.ts';
import { startServer } from '#server/platform/start-server.ts';
import { demoAnnouncement, prepareDemo } from '#server/demo.ts';
import { doors } from '#server/doors.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { migrations } from '#server/migrations.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const server = await startServer({ config, doors, jobDefinitions, migrations, createIdentity, webRoot });
  const stop = (signal: NodeJS.Signals) => {
    server.platform.log.info({ signal }, 'stopping');
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        server.platform.log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  const demo = config.demo.isOn ? await prepareDemo(server.platform) : null;
  process.stdout.write(`\nQuarry is ready at ${config.publicUrl}\n${demo === null ? '' : demoAnnouncement(demo)}\n`);
}

main().catch((error: unknown) => {
  const isForTheOperator = error instanceof ConfigError || error instanceof DataFolderInUseError;
  process.stderr.write(`${isForTheOperator ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
