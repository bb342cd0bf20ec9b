// Stops the embedded database server that a killed Quarry left running. Needs Node 24.
import { endLeftoverServer } from '@quarry/postgres';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openDataFolder } from '../apps/server/src/platform/data-folder.ts';

const config = readConfig(process.env);
if (config.databaseUrl === null) {
  const log = (_context, message) => console.error(message);
  const folder = openDataFolder(config.dataDir);
  await endLeftoverServer(folder.postgresPath, { info: log, warn: log, error: log });
  folder.release();
}
