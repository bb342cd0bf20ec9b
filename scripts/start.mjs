// Installs dependencies, builds the web app, starts the server and keeps it running: `npm start`.
import { ensureInstalled, ensureWebBuilt } from './setup.mjs';
import { supervise } from './supervise.mjs';

ensureInstalled();
ensureWebBuilt();
process.exit(await supervise());
