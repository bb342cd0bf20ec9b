// Runs a script with Node 24: `node scripts/with-node24.mjs path/to/script.ts [arguments]`.
import { childEnvironment, ensureInstalled, node24, spawnThrough } from './setup.mjs';

ensureInstalled();
const { code, signal } = await spawnThrough(node24(), process.argv.slice(2), childEnvironment());
process.exit(signal === null ? (code ?? 0) : 1);
