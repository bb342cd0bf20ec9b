// Sets everything up and runs every test: `npm test [vitest arguments]`. Ends with the line `N passed, N failed`.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment, ensureChromium, ensureInstalled, ensureWebBuilt, node24, spawnThrough } from './setup.mjs';

ensureInstalled();
ensureWebBuilt();
const chromium = ensureChromium();
const report = join(tmpdir(), `quarry-tests-${process.pid}.json`);
const { code } = await spawnThrough(
  node24(),
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  childEnvironment(chromium === null ? {} : { QUARRY_CHROMIUM: chromium }),
);
const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, success } = JSON.parse(
  readFileSync(report, 'utf8'),
);
rmSync(report, { force: true });
// A file that can't be loaded reports no failed test.
const failed = Math.max(numFailedTests, success ? 0 : Math.max(1, numFailedTestSuites));
console.log(`${numPassedTests} passed, ${failed} failed${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''}`);
process.exit(failed > 0 || numPassedTests === 0 ? 1 : (code ?? 1));
