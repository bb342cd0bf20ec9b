// The one command of Quarry: installs what is missing, builds the web app, starts the server and keeps it running.
import { childEnvironment, ensureInstalled, ensureWebBuilt, node24, spawnThrough } from './setup.mjs';

const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;

ensureInstalled();
ensureWebBuilt();

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (isStopping = true));

const restarts = [];
for (;;) {
  const { code, signal } = await spawnThrough(node24(), ['apps/server/src/main.ts'], childEnvironment());
  // A server that ends with a code has said why itself; one that was killed is started again.
  if (isStopping || signal === null) process.exit(code ?? 0);
  const now = Date.now();
  restarts.push(now);
  while (restarts[0] !== undefined && now - restarts[0] > RESTART_WINDOW_MS) restarts.shift();
  if (restarts.length > MAX_RESTARTS) {
    console.error(`The server was killed ${restarts.length} times within a minute (last by ${signal}): giving up.`);
    process.exit(1);
  }
  console.error(`The server was killed by ${signal}: starting it again.`);
}
