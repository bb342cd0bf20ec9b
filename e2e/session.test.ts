import type { Page } from 'playwright';
import { inject } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { companies } from './explorer-steps.ts';
import { ADMIN, it } from './journey.ts';
import { defineMarket, NEW_MARKET, nameField, valueField } from './market-steps.ts';
import { button } from './page-parts.ts';

/** Ends the session on the server, as time would; no page is told. */
async function expireSession(page: Page): Promise<void> {
  expect((await page.request.post('/api/auth/sign-out')).status()).toBe(200);
}

/** The status of a call with a token that a page used before. */
async function statusWith(page: Page, authorization: string): Promise<number> {
  return (await page.request.get('/api/auth/user', { headers: { authorization } })).status();
}

it('signs in over the page when the session has expired, and then saves what was being edited', async ({ open }) => {
  const page = await open(NEW_MARKET);
  await defineMarket(page, 'Outlives its session', '40');
  await expireSession(page);
  // A poll may have opened the dialog over the button already.
  await button(page, 'Save market').dispatchEvent('click');
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(ADMIN);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/Error logging you in: /)).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(inject('quarry').password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Market saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Edit market' })).toBeVisible();
  await expect(nameField(page)).toHaveValue('Outlives its session');
});

it('restores an unsaved market after a reload, until it is discarded', async ({ open }) => {
  const page = await open(NEW_MARKET);
  page.on('dialog', (dialog) => void dialog.accept());
  await defineMarket(page, 'Outlives a reload', '40');
  await page.reload();
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
  await expect(nameField(page)).toHaveValue('Outlives a reload');
  await expect(valueField(page)).toHaveValue('40');
  await button(page, 'Discard them').click();
  await expect(nameField(page)).toHaveValue('');
  await page.reload();
  await expect(page.getByText('No filters provided')).toBeVisible();
  await expect(nameField(page)).toHaveValue('');
});

it('signs every tab out, and the session on the server, when /logout is opened in a new tab', async ({ open }) => {
  const page = await open();
  const sent = page.waitForRequest((request) => request.headers().authorization !== undefined);
  await page.reload();
  const { authorization = '' } = (await sent).headers();
  await expect(companies(page)).toBeVisible();
  expect(await statusWith(page, authorization)).toBe(200);
  const tab = await page.context().newPage();
  await tab.goto('/logout');
  await expect(tab).toHaveURL(/\/login/);
  expect(await statusWith(page, authorization)).toBe(401);
  await expect(page).toHaveURL(/\/login/);
});
