import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { it, STAFF, USER } from './journey.ts';

it('shows staff that everything is in order, and leads others to their account', async ({ open }) => {
  const staff = await open('/app/demo', STAFF);
  await staff.getByRole('button', { name: `User menu of ${STAFF}` }).click();
  await staff.getByRole('menuitem', { name: 'System' }).click();
  await expect(staff).toHaveURL(/\/admin\/system$/);
  await expect(staff.getByText('Everything is in order', { exact: true })).toBeVisible();
  await expectAccessible(staff);

  const user = await open('/app/demo', USER);
  await user.goto('/admin/system');
  await expect(user).toHaveURL(/\/app\/demo/);
});

it('shows staff an import that the command line handed to the running server', async ({ open }) => {
  const { dataDir } = inject('quarry');
  const file = join(dataDir, 'one.csv');
  await writeFile(file, 'name,domain\nNorth,north.example\n');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['apps/server/src/cli/universe.ts', 'import', file, '--dry-run'],
    { env: { ...process.env, NODE_ENV: 'development', QUARRY_DATA_DIR: dataDir } },
  );
  expect(stdout).toContain('created 1');
  const staff = await open('/admin/system', STAFF);
  const jobs = staff.getByRole('list', { name: 'Jobs of the last hour' });
  const ours = jobs.getByRole('listitem').filter({ hasText: `1 rows of ${file}` });
  await expect(ours).toContainText('Company import');
  await expect(ours).toContainText('Complete');
  await expectAccessible(staff);
});
