import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('./users.ts', import.meta.url));

let path: string;
beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'quarry-users-'));
});
afterAll(() => rm(path, { recursive: true, force: true }));

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, NODE_ENV: 'development', QUARRY_DATA_DIR: join(path, 'data') },
  });
const passwordIn = (text: string): string => /: (\S+)\n$/.exec(text)?.[1] ?? 'no password';

test('resets a password without mail, and names a user who does not exist', async () => {
  const created = await run('create', 'ada@north.test', '--staff');
  const reset = await run('reset', 'Ada@north.test');
  expect(reset.stdout).toMatch(
    /^The password of ada@north\.test was reset\. One-time password, valid for 7 days: \S+$/m,
  );
  expect(passwordIn(reset.stdout)).not.toBe(passwordIn(created.stdout));
  await expect(run('reset', 'nobody@north.test')).rejects.toMatchObject({
    code: 1,
    stderr: 'There is no user nobody@north.test.\n',
  });
}, 120_000);
