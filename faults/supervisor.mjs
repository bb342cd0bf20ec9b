// Keeps the server running like `npm start`, without set-up and with many more restarts, because it is killed on purpose.
import { supervise } from '../scripts/supervise.mjs';

process.exit(await supervise({ maxRestarts: 1_000 }));
