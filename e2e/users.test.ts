import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { expectAccessible, launchBrowser, openPage, signIn } from './browser.ts';

const outbox = z.object({ mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })) });
const ADMIN = 'admin@demo.quarry.test';
const ALREADY_ADDED = 'That user already exists in this account. Please modify the existing user instead.';
const OWN_PASSWORD = 'Copper-Lantern-58-Moss';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Opens a page without movement: what fades in or out has other colours, which axe would find fault with. */
const open = () => openPage(browser, { reducedMotion: 'reduce' });

async function mailTo(email: string) {
  const find = async () => {
    const response = await fetch(`${inject('quarry').url}/api/dev/outbox.json`);
    return outbox.parse(await response.json()).mails.find((mail) => mail.to === email);
  };
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return (await find())?.text ?? '';
}

it('invites a colleague, who signs in, is given and loses permissions, is removed, and is on record', async () => {
  const email = 'colleague@example.test';
  const { page, context, problems } = await open();
  await signIn(page, ADMIN, '/app/demo');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'User Management' }).click();
  const rowOf = (name: string) => page.getByRole('grid', { name: 'Users' }).getByRole('row').filter({ hasText: name });
  await rowOf(ADMIN).getByText('Admin', { exact: true }).waitFor();
  expect(await rowOf(ADMIN).getByRole('button').count()).toBe(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite user' });
  const send = dialog.getByRole('button', { name: 'Invite user' });
  await dialog.getByLabel('Email').fill('not an address');
  await send.click();
  await dialog.getByText('Please enter a valid email address').waitFor();
  await dialog.getByLabel('Email').fill(ADMIN.toUpperCase());
  await send.click();
  await page.getByText('Error adding user').waitFor();
  await dialog.getByText(ALREADY_ADDED).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill('Colleague@Example.test');
  await dialog.getByLabel('Allow user to Administer this account').check();
  await send.click();
  await page.getByText(`An invitation was sent to ${email}`).waitFor();
  await rowOf(email).getByText('Pending acceptance').waitFor();
  await rowOf(email).getByText('Admin', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Invite user' }).click();
  await dialog.getByLabel('Email').fill(' COLLEAGUE@example.test ');
  await send.click();
  await dialog.getByText(ALREADY_ADDED).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await rowOf(email).count()).toBe(1);
  expect(await rowOf('staff@quarry.test').count()).toBe(0);

  const password = /^ {4}(\S+)$/m.exec(await mailTo(email))?.[1] ?? '';
  const colleague = await open();
  await colleague.page.goto('/login?next=/app/demo');
  await colleague.page.getByLabel('Email').fill(email);
  await colleague.page.getByLabel('Password', { exact: true }).fill(password);
  await colleague.page.getByRole('button', { name: 'Sign in' }).click();
  await colleague.page.getByRole('heading', { name: 'Set password' }).waitFor();
  await colleague.page.getByLabel('New password').fill(OWN_PASSWORD);
  await colleague.page.getByRole('button', { name: /set password/i }).click();
  await colleague.page.waitForURL(/\/app\/demo/);
  await colleague.page.getByRole('link', { name: 'User Management' }).waitFor();

  await page.reload();
  await rowOf(email).getByText('Active').waitFor();
  await page.getByRole('button', { name: `More actions for ${email}` }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Modify Permissions' }).click();
  const modify = page.getByRole('dialog', { name: 'Modify Permissions' });
  expect(await modify.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  await modify.getByLabel('Allow user to Administer this account').uncheck();
  await expectAccessible(page);
  await modify.getByRole('button', { name: 'Save' }).click();
  await modify.waitFor({ state: 'detached' });
  await expect.poll(() => rowOf(email).getByText('Admin', { exact: true }).count()).toBe(0);

  for (const path of ['users', 'audit-trail', 'api-keys']) {
    await colleague.page.goto(`/app/demo/settings/${path}`);
    await colleague.page.getByText("You don't have permissions to view this page.").waitFor();
    expect(await colleague.page.getByRole('link', { name: 'User Management' }).count()).toBe(0);
  }
  await expectAccessible(colleague.page);

  await page.getByRole('button', { name: `More actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Remove User' }).click();
  const confirm = page.getByRole('dialog', { name: 'Remove User' });
  await confirm.getByText(`${email} loses access to demo at once`).waitFor();
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Yes, remove' }).click();
  await rowOf(email).waitFor({ state: 'detached' });
  await colleague.page.goto('/app/demo');
  await colleague.page.waitForURL(/\/app$/);
  await colleague.context.close();

  await page.getByRole('link', { name: 'Audit Trail' }).click();
  const trail = page.getByRole('grid', { name: 'Audit trail' });
  await trail.getByRole('row').filter({ hasText: email }).nth(2).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Of what').fill('COLLEAGUE');
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'User permissions modified' });
  await page.waitForURL(/target=COLLEAGUE&action=user.permissions-changed|action=user.permissions-changed&target=COLL/);
  await page.getByText('1 change', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('1 change', { exact: true }).waitFor();
  await trail.getByRole('button', { name: 'User permissions modified' }).click();
  const entry = page.getByRole('dialog', { name: 'User permissions modified' });
  const change = entry.getByRole('table', { name: 'What changed' }).getByRole('row').nth(1);
  expect(await change.innerText()).toMatch(/user permissions\s+USER, ADMIN\s+USER$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await entry.waitFor({ state: 'detached' });
  await page.getByLabel('Of what').fill('nobody like this');
  await page.getByText('No changes match').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await trail.getByRole('row').nth(3).waitFor();
  expect([...problems, ...colleague.problems]).toEqual([]);
  await context.close();
});

it('adds somebody of another account, who keeps both until removed from one, and can be invited again', async () => {
  const email = 'user@demo.quarry.test';
  const { page, context, problems } = await open();
  await signIn(page, ADMIN, '/app/acme/settings/users');
  const rowOf = (name: string) => page.getByRole('grid', { name: 'Users' }).getByRole('row').filter({ hasText: name });
  const invite = async () => {
    await page.getByRole('button', { name: 'Invite user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite user' });
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Invite user' }).click();
    await rowOf(email).getByText('Pending acceptance').waitFor();
  };
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `More actions for ${email}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const remove = async () => {
    await choose('Remove User');
    await page.getByRole('button', { name: 'Yes, remove' }).click();
  };
  await rowOf(ADMIN).waitFor();
  expect(await rowOf(email).count()).toBe(0);
  await invite();
  const mail = await mailTo(email);
  expect(mail).toContain('/app/acme');
  expect(mail).not.toMatch(/password/i);

  // Signing in is not enough: the account itself has to be opened.
  const member = await open();
  await signIn(member.page, email, '/app/demo');
  await member.page.getByRole('link', { name: 'Companies' }).first().waitFor();
  await page.reload();
  await rowOf(email).getByText('Pending acceptance').waitFor();
  await member.page.goto('/app/acme/tags');
  await member.page.getByRole('heading', { name: 'Tags' }).first().waitFor();
  await page.reload();
  await rowOf(email).getByText('Active').waitFor();

  // A second administrator's list can be out of date.
  const other = await open();
  await signIn(other.page, ADMIN, '/app/acme/settings/users');
  const otherMenu = other.page.getByRole('button', { name: `More actions for ${email}` });
  await otherMenu.click();
  await other.page.getByRole('menuitem', { name: 'Modify Permissions' }).click();
  const modify = other.page.getByRole('dialog', { name: 'Modify Permissions' });
  await modify.getByLabel('Allow user to Administer this account').check();
  await remove();
  await rowOf(email).waitFor({ state: 'detached' });
  await modify.getByRole('button', { name: 'Save' }).click();
  await other.page.getByText('Error modifying user').waitFor();
  await other.page.getByText('That user is not added to this account.').waitFor();
  await otherMenu.waitFor({ state: 'detached' });
  await expectAccessible(other.page);

  await member.page.goto('/app/acme/tags');
  await member.page.waitForURL(/\/app\/demo$/);
  await member.page.getByRole('navigation', { name: 'Main' }).waitFor();

  await invite();
  expect(await rowOf(email).getByText('Admin', { exact: true }).count()).toBe(0);
  await remove();
  await rowOf(email).waitFor({ state: 'detached' });
  expect([...problems, ...member.problems, ...other.problems]).toEqual([]);
  for (const opened of [other, member]) await opened.context.close();
  await context.close();
});

it('makes an API key that a program reads with until it is revoked', async () => {
  const { page, context, problems } = await open();
  await signIn(page, ADMIN, '/app/demo/settings/api-keys');
  await page.getByText('There are no API keys in your account').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API key' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Please provide a name for this key').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Nightly report');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'API key: Nightly report' });
  const key = (await shown.getByTestId('new-api-key').innerText()).trim();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('grid', { name: 'API keys' }).getByRole('row').filter({ hasText: 'Nightly report' });
  await row.getByText('Read only').waitFor();
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
  await row.getByText('just now').waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Revoke Nightly report' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, revoke' }).click();
  await page.getByText('There are no API keys in your account').waitFor();
  expect((await call('client')).status).toBe(401);
  expect(problems).toEqual([]);
  await context.close();
});

it('explains users and API keys in the help', async () => {
  const { page, context, problems } = await open();
  for (const [path, title] of [
    ['users', 'Users and audit trail'],
    ['api-keys', 'API keys'],
  ] as const) {
    await page.goto(`/help/${path}.html`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await expectAccessible(page);
  }
  expect(problems).toEqual([]);
  await context.close();
});
