import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDataFolder } from '#server/platform/data-folder.ts';

const COMMAND = fileURLToPath(new URL('./universe.ts', import.meta.url));
const ROWS = 30_000;

let path: string;
beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'quarry-cli-'));
  const rows = Array.from({ length: ROWS }, (_, n) =>
    JSON.stringify({
      name: `Company ${n}`,
      domain: `company-${n}.example`,
      city: 'Oslo',
      description: 'words '.repeat(40),
    }),
  );
  await writeFile(join(path, 'rows.jsonl'), rows.join('\n'));
});
afterAll(() => rm(path, { recursive: true, force: true }));

interface Output {
  code: number | null;
  out: string;
  err: string;
}

function start(
  dataDir: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): { child: ChildProcess; done: Promise<Output> } {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, NODE_ENV: 'development', TZ: 'UTC', QUARRY_DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    output.err += String(chunk);
  });
  const done = once(child, 'close').then(() => ({ code: child.exitCode, ...output }));
  return { child, done };
}

const run = (dataDir: string, ...args: string[]) => start(dataDir, args).done;

it('completes a killed import, and changes nothing when repeated', async () => {
  const file = join(path, 'rows.jsonl');
  const dataDir = join(path, 'killed');
  for (const afterMs of [1200, 1900, 2600]) {
    const { child, done } = start(dataDir, ['import', file]);
    await delay(afterMs);
    child.kill('SIGKILL');
    await done;
  }
  const completed = await run(dataDir, 'import', file);
  expect(completed).toMatchObject({ code: 0 });
  expect(completed.out).toContain(`read ${ROWS.toLocaleString('en-US')} = created`);
  expect(completed.out).toContain('rejected 0');
  const again = await run(dataDir, 'import', file);
  expect(again.out).toContain('created 0 + updated 0 + unchanged 30,000 + rejected 0');
});

it('reports bad input in one sentence, without a stack', async () => {
  const dataDir = join(path, 'refused');
  const cases: [string[], RegExp][] = [
    [[], /^Usage:/],
    [['import'], /^Usage:/],
    [['import', 'a', 'b'], /^Usage:/],
    [['import', 'x.csv', '--nonsense'], /Unknown option '--nonsense'/],
    [['import', join(path, 'nowhere.csv')], /nowhere\.csv cannot be read/],
    [['import', join(path, 'rows.jsonl'), '--mapping', join(path, 'rows.jsonl')], /is not valid JSON/],
    [['generate', '--companies', 'many', '--seed', '1'], /--companies takes a whole number/],
  ];
  for (const [args, message] of cases) {
    const result = await run(dataDir, ...args);
    expect(result.code).toBe(1);
    expect(result.err).toMatch(message);
    expect(result.err).not.toMatch(/\n\s+at /);
  }
  const folder = openDataFolder(dataDir);
  try {
    const result = await run(dataDir, 'generate', '--companies', '1', '--seed', '1');
    expect(result).toMatchObject({ code: 1 });
    expect(result.err).toMatch(/^The data folder .* is in use by process/);
  } finally {
    folder.release();
  }
});

it('imports nothing onto a disk without room', async () => {
  const environment = { QUARRY_MIN_FREE_DISK_MB: '1000000000' };
  const refused = await start(join(path, 'full'), ['import', join(path, 'rows.jsonl')], environment).done;
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toBe(`The disk of ${join(path, 'full')} is nearly full. Free some space, and try again.\n`);
});
