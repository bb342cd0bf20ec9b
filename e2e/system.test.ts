import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { it, STAFF, USER } from './journey.ts';

it('shows staff that everything is in order, and leads others to their account', async ({ open }) => {
  const staff = await open('/app/demo', STAFF);
  await staff.getByRole('button', { name: `User menu of ${STAFF}` }).click();
  await staff.getByRole('menuitem', { name: 'System' }).click();
  await expect(staff).toHaveURL(/\/admin\/system$/);
  await expect(staff.getByRole('heading', { name: 'Everything is in order' })).toBeVisible();
  await expectAccessible(staff);

  const user = await open('/app/demo', USER);
  await user.goto('/admin/system');
  await expect(user).toHaveURL(/\/app\/demo/);
});
