/**
 * Checks what ships for production as far as one machine can run it: `npm run check:production`. Parts whose programs
 * are missing are skipped, and say so. Exits with 1 if a check fails.
 */
import { startChecks } from '../checks.ts';
import { makeDataFolders } from '../data-folders.ts';
import { killRemaining } from '../processes.ts';
import { checkSeveralProcesses } from './several-processes.ts';
import { checkCompose, checkProxy } from './shipped-files.ts';

const folders = makeDataFolders();
process.once('exit', () => {
  killRemaining();
  folders.remove();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const checks = startChecks('production');
checkCompose(checks);
checkProxy(checks);
await checkSeveralProcesses(checks, folders.root).catch((error: unknown) => {
  checks.that(false, 'several processes work together', error instanceof Error ? error.message : String(error));
});
const { passed, failed } = checks.counts;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
