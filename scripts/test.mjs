// Sets everything up and runs every test: `npm test [vitest arguments]`. Ends with the line `N passed, N failed`.
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { childEnvironment, ensureChromium, ensureInstalled, ensureWebBuilt, node24, spawnThrough } from './setup.mjs';

ensureInstalled();
ensureWebBuilt();
ensureChromium();
const environment = childEnvironment({ TMPDIR: temporaryFolder() });

/** In memory where there is room: the tests make and remove some hundred thousand files that need no disk. */
function temporaryFolder() {
  const inMemory = '/dev/shm';
  if (process.env.TMPDIR !== undefined || !existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > 6 * 1024 ** 3 ? inMemory : tmpdir();
}

/** Runs Vitest and returns the numbers of its report. */
async function runTests(name, args) {
  const report = join(tmpdir(), `quarry-tests-${process.pid}-${name}.json`);
  const { code } = await spawnThrough(
    node24(),
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    environment,
  );
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, success, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  rmSync(report, { force: true });
  // A file that can't be loaded reports no failed test.
  const failed = success || numFailedTests > 0 ? numFailedTests : Math.max(1, numFailedTestSuites);
  return {
    passed: numPassedTests,
    failed,
    skipped: numPendingTests,
    code: code ?? 1,
    failures: failuresOf(testResults),
  };
}

/** What failed, with the first lines of why: the output of runs side by side is long, and the end of it is read first. */
function failuresOf(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const reasons = failed.map((test) => ({ test: test.fullName, why: test.failureMessages.join('\n') }));
      return (reasons.length > 0 ? reasons : [{ test: 'not loaded', why: message }]).map(
        ({ test, why }) => `FAILED ${relative('.', name)} > ${test}\n${why.split('\n').slice(0, 12).join('\n')}\n`,
      );
    });
}

const args = process.argv.slice(2);
// Journeys mostly wait for pages, so they take little from the other tests beside them.
const runs =
  args.length > 0
    ? [runTests('chosen', args)]
    : [runTests('units', ['--project', 'pure', '--project', 'units']), runTests('journeys', ['--project', 'journeys'])];
const results = await Promise.all(runs);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
for (const failure of results.flatMap(({ failures }) => failures)) console.log(failure);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
const code = results.find((result) => result.code !== 0)?.code ?? 0;
process.exit(failed > 0 || results.some((result) => result.passed === 0) ? 1 : code);
