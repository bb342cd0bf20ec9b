import type { Page } from 'playwright';
import { inject } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { ADMIN, it, STAFF, submitSignIn, USER } from './journey.ts';
import { mailTo } from './outbox.ts';
import { button, chooseAction, mainLink } from './page-parts.ts';

const ALREADY_ADDED = 'That user already exists in this account. Please modify the existing user instead.';
const OWN_PASSWORD = 'Copper-Lantern-58-Moss';

const rowOf = (page: Page, text: string) =>
  page.getByRole('grid', { name: 'Users' }).getByRole('row').filter({ hasText: text });

it('invites, modifies and removes a user, with an audit trail', async ({ open, newPage }) => {
  const email = 'colleague@example.test';
  const page = await open();
  await mainLink(page, 'User Management').click();
  await expect(rowOf(page, ADMIN).getByText('Admin', { exact: true })).toBeVisible();
  await expect(rowOf(page, ADMIN).getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite user' });
  const send = dialog.getByRole('button', { name: 'Invite user' });
  await dialog.getByLabel('Email').fill('not an address');
  await send.click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await dialog.getByLabel('Email').fill(ADMIN.toUpperCase());
  await send.click();
  await expect(page.getByText('Error adding user')).toBeVisible();
  await expect(dialog.getByText(ALREADY_ADDED)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill('Colleague@Example.test');
  await dialog.getByLabel('Allow user to Administer this account').check();
  await send.click();
  await expect(page.getByText(`An invitation was sent to ${email}`)).toBeVisible();
  await expect(rowOf(page, email).getByText('Pending acceptance')).toBeVisible();
  await expect(rowOf(page, email).getByText('Admin', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Invite user' }).click();
  await dialog.getByLabel('Email').fill(' COLLEAGUE@example.test ');
  await send.click();
  await expect(dialog.getByText(ALREADY_ADDED)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, email)).toHaveCount(1);
  await expect(rowOf(page, STAFF)).toHaveCount(0);

  const password = /^ {4}(\S+)$/m.exec(await mailTo(email))?.[1] ?? '';
  const colleague = await newPage();
  await colleague.goto('/login?next=/app/demo');
  await submitSignIn(colleague, email, password);
  await expect(colleague.getByRole('heading', { name: 'Set password' })).toBeVisible();
  await colleague.getByLabel('New password').fill(OWN_PASSWORD);
  await colleague.getByRole('button', { name: /set password/i }).click();
  await expect(colleague).toHaveURL(/\/app\/demo/);
  await expect(colleague.getByRole('link', { name: 'User Management' })).toBeVisible();

  await page.reload();
  await expect(rowOf(page, email).getByText('Active')).toBeVisible();
  await page.getByRole('button', { name: `More actions for ${email}` }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Modify Permissions' }).click();
  const modify = page.getByRole('dialog', { name: 'Modify Permissions' });
  await expect(modify.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await modify.getByLabel('Allow user to Administer this account').uncheck();
  await expectAccessible(page);
  await modify.getByRole('button', { name: 'Save' }).click();
  await expect(modify).toHaveCount(0);
  await expect(rowOf(page, email).getByText('Admin', { exact: true })).toHaveCount(0);

  for (const path of ['users', 'audit-trail', 'api-keys']) {
    await colleague.goto(`/app/demo/settings/${path}`);
    await expect(colleague.getByText("You don't have permissions to view this page.")).toBeVisible();
    await expect(colleague.getByRole('link', { name: 'User Management' })).toHaveCount(0);
  }
  await expectAccessible(colleague);

  await chooseAction(page, email, 'Remove User');
  const confirm = page.getByRole('dialog', { name: 'Remove User' });
  await expect(confirm.getByText(`${email} loses access to demo at once`)).toBeVisible();
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Yes, remove' }).click();
  await expect(rowOf(page, email)).toHaveCount(0);
  await colleague.goto('/app/demo');
  await expect(colleague).toHaveURL(/\/app$/);

  await page.getByRole('link', { name: 'Audit Trail' }).click();
  const trail = page.getByRole('grid', { name: 'Audit trail' });
  await expect(trail.getByRole('row').filter({ hasText: email }).nth(2)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Target', { exact: true }).fill('COLLEAGUE');
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'User permissions modified' });
  await expect(page).toHaveURL(
    /target=COLLEAGUE&action=user.permissions-changed|action=user.permissions-changed&target=COLL/,
  );
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await trail.getByRole('button', { name: 'User permissions modified' }).click();
  const entry = page.getByRole('dialog', { name: 'User permissions modified' });
  const change = entry.getByRole('table', { name: 'Changes' }).getByRole('row').nth(1);
  await expect(change).toHaveText(/user permissions\s+USER, ADMIN\s+USER$/, { useInnerText: true });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(entry).toHaveCount(0);
  await page.getByLabel('Target', { exact: true }).fill('nobody like this');
  await expect(page.getByText('No changes match')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(trail.getByRole('row').nth(3)).toBeVisible();
});

it('adds a user of another account, who can be removed and invited again', async ({ open }) => {
  const page = await open('/app/acme/settings/users');
  const invite = async () => {
    await page.getByRole('button', { name: 'Invite user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite user' });
    await dialog.getByLabel('Email').fill(USER);
    await dialog.getByRole('button', { name: 'Invite user' }).click();
    await expect(rowOf(page, USER).getByText('Pending acceptance')).toBeVisible();
  };
  const remove = async () => {
    await chooseAction(page, USER, 'Remove User');
    await page.getByRole('button', { name: 'Yes, remove' }).click();
  };
  await expect(rowOf(page, ADMIN)).toBeVisible();
  await expect(rowOf(page, USER)).toHaveCount(0);
  await invite();
  const mail = await mailTo(USER);
  expect(mail).toContain('/app/acme');
  expect(mail).not.toMatch(/password/i);

  // Only opening the account accepts the invitation, not signing in.
  const member = await open('/app/demo', USER);
  await expect(member.getByRole('link', { name: 'Companies' }).first()).toBeVisible();
  await page.reload();
  await expect(rowOf(page, USER).getByText('Pending acceptance')).toBeVisible();
  await member.goto('/app/acme/tags');
  await expect(member.getByRole('heading', { name: 'Tags' }).first()).toBeVisible();
  await page.reload();
  await expect(rowOf(page, USER).getByText('Active')).toBeVisible();

  // A second administrator's list can be out of date.
  const other = await open('/app/acme/settings/users');
  await chooseAction(other, USER, 'Modify Permissions');
  const modify = other.getByRole('dialog', { name: 'Modify Permissions' });
  await modify.getByLabel('Allow user to Administer this account').check();
  await remove();
  await expect(rowOf(page, USER)).toHaveCount(0);
  await modify.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Error modifying user')).toBeVisible();
  await expect(other.getByText('That user is not added to this account.')).toBeVisible();
  await expect(button(other, `More actions for ${USER}`)).toHaveCount(0);
  await expectAccessible(other);

  await member.goto('/app/acme/tags');
  await expect(member).toHaveURL(/\/app\/demo$/);
  await expect(member.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await invite();
  await expect(rowOf(page, USER).getByText('Admin', { exact: true })).toHaveCount(0);
  await remove();
  await expect(rowOf(page, USER)).toHaveCount(0);
});

it('creates an API key that can read until it is revoked', async ({ open }) => {
  const page = await open('/app/demo/settings/api-keys');
  await expect(page.getByText('There are no API keys in your account')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API key' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Please provide a name for this key')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Nightly report');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'API key: Nightly report' });
  const key = (await shown.getByTestId('new-api-key').innerText()).trim();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('grid', { name: 'API keys' }).getByRole('row').filter({ hasText: 'Nightly report' });
  await expect(row.getByText('Read only')).toBeVisible();
  expect(await page.content()).not.toContain(key);

  const call = (path: string, method = 'GET') =>
    fetch(`${inject('quarry').url}/api/app/${path}?client=demo`, {
      method,
      headers: { authorization: `Bearer ${key}` },
    });
  const client = await call('client');
  expect([client.status, await client.json()]).toEqual([200, expect.objectContaining({ clientName: 'demo' })]);
  expect((await call('users')).status).toBe(403);
  expect((await call('markets/items', 'POST')).status).toBe(403);
  await page.reload();
  await expect(row.getByText('just now')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Revoke Nightly report' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, revoke' }).click();
  await expect(page.getByText('There are no API keys in your account')).toBeVisible();
  expect((await call('client')).status).toBe(401);
});

it('explains users and API keys in the help', async ({ newPage }) => {
  const page = await newPage();
  for (const [path, title] of [
    ['users', 'Users and audit trail'],
    ['api-keys', 'API keys'],
  ] as const) {
    await page.goto(`/help/${path}.html`);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});
