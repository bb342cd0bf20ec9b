// Keeps the server running as `npm start` does, without its set-up, and without giving up: here it is killed on purpose.
import { supervise } from '../scripts/supervise.mjs';

process.exit(await supervise({ maxRestarts: 1_000 }));
