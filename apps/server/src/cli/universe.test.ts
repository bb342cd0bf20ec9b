import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openDataFolder } from '#server/platform/data-folder.ts';

const COMMAND = fileURLToPath(new URL('./universe.ts', import.meta.url));
const SERVER = fileURLToPath(new URL('../main.ts', import.meta.url));
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

interface Running {
  child: ChildProcess;
  done: Promise<Output>;
  /** Resolves when the text was printed. */
  printed(text: string): Promise<void>;
}

function start(
  dataDir: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  command = COMMAND,
): Running {
  const child = spawn(process.execPath, [command, ...args], {
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
  return {
    child,
    done,
    async printed(text) {
      while (!`${output.out}${output.err}`.includes(text)) {
        if (child.exitCode !== null) throw new Error(`It ended without printing "${text}": ${output.err}`);
        await delay(20);
      }
    },
  };
}

async function startServer(dataDir: string): Promise<Running> {
  const server = start(dataDir, [], { QUARRY_DEMO: 'off', PORT: '0', LOG_LEVEL: 'silent' }, SERVER);
  await server.printed('http://');
  return server;
}

/** An address of companies that answers once it is released. */
async function heldAddress(companies: number) {
  const released = Promise.withResolvers<void>();
  let onRequest = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    onRequest.resolve();
    const rows = Array.from({ length: companies }, (_, n) => `Held ${n},held-${n}.example\n`);
    void released.promise.then(() => response.end(`name,domain\n${rows.join('')}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    address: `http://127.0.0.1:${port}/companies.csv`,
    async requested() {
      await onRequest.promise;
      onRequest = Promise.withResolvers();
    },
    release: () => released.resolve(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
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

it('has a running server import, one file at a time, and stops the import on Ctrl-C', async () => {
  const dataDir = join(path, 'served');
  const held = await heldAddress(0);
  const server = await startServer(dataDir);
  try {
    const first = start(dataDir, ['import', held.address]);
    await held.requested();
    const second = start(dataDir, ['import', join(path, 'rows.jsonl'), '--json']);
    await second.printed('Waiting for its turn');
    first.child.kill('SIGINT');
    expect(await first.done).toMatchObject({ code: 1, out: '' });
    expect((await first.done).err).toContain('Stopped after 0 rows');
    const imported = await second.done;
    expect(imported.code).toBe(0);
    expect(JSON.parse(imported.out)).toMatchObject({ read: ROWS, created: ROWS, filledValues: { city: ROWS } });
    const missing = await run(dataDir, 'import', join(path, 'nowhere.csv'));
    expect(missing.code).toBe(1);
    expect(missing.err).toContain('nowhere.csv cannot be read');
  } finally {
    server.child.kill('SIGTERM');
    await server.done;
    held.close();
  }
});

it('goes on with an import whose server was killed', async () => {
  const dataDir = join(path, 'killed-server');
  const held = await heldAddress(100);
  const killed = await startServer(dataDir);
  const interrupted = start(dataDir, ['import', held.address]);
  await held.requested();
  killed.child.kill('SIGKILL');
  await killed.done;
  expect((await interrupted.done).err).toContain('The server ended. It goes on with the import when it runs again');
  const server = await startServer(dataDir);
  try {
    await held.requested();
    const again = start(dataDir, ['import', held.address]);
    await again.printed('The running server imports the file');
    held.release();
    expect((await again.done).out).toContain('read 100 = created 100 + updated 0 + unchanged 0 + rejected 0');
  } finally {
    server.child.kill('SIGTERM');
    await server.done;
    held.close();
  }
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
