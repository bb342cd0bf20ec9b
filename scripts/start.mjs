// The one command of Quarry: installs what is missing, builds the web app, starts the server and keeps it running.
import { ensureInstalled, ensureWebBuilt } from './setup.mjs';
import { supervise } from './supervise.mjs';

ensureInstalled();
ensureWebBuilt();
process.exit(await supervise());
