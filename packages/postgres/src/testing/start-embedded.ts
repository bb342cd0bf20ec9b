import { startEmbeddedPostgres } from '../embedded.ts';

/** Starts the server in the given folder, prints `ready`, and waits to be killed. */
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Name a folder');
const log = { info: () => undefined, warn: () => undefined, error: console.error };
await startEmbeddedPostgres({ dataDir, log });
process.stdout.write('ready\n');
setInterval(() => undefined, 1_000);
