import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { expectAccessible, launchBrowser, openPage, signIn } from './browser.ts';

const outbox = z.object({ mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })) });

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('sends strangers to the sign-in and brings them back to where they wanted to go', async () => {
  const { page, context, problems } = await openPage(browser);
  await page.goto('/app/demo#show-filters');
  await page.waitForURL(/\/login\?next=/);
  await expectAccessible(page);
  await page.getByLabel('Email').fill('ADMIN@demo.quarry.test');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(/Error logging you in: /).waitFor();
  await page.getByLabel('Password', { exact: true }).fill(inject('quarry').password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/app\/demo#show-filters/);
  await page.getByRole('grid', { name: 'Companies' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('lets a person with several accounts choose, and a person with one straight in', async () => {
  const { page, context, problems } = await openPage(browser);
  await signIn(page, 'admin@demo.quarry.test', '/app');
  await page.getByRole('link', { name: /acme/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /acme/ }).click();
  await page.waitForURL(/\/app\/acme/);
  await page.goto('/logout');
  await page.waitForURL(/\/login/);
  await signIn(page, 'user@demo.quarry.test', '/app');
  await page.waitForURL(/\/app\/demo/);
  expect(problems).toEqual([]);
  await context.close();
});

it('asks a newcomer for a password of their own at the first sign-in', async () => {
  const { page, context, problems } = await openPage(browser);
  const { email, password } = inject('quarry').newcomer;
  const signInWith = async (secret: string) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await signInWith(password);
  await page.getByRole('heading', { name: 'Set password' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('New password').fill('Copper-Lantern-58-Moss');
  await page.getByRole('button', { name: /set password/i }).click();
  await page.waitForURL(/\/app/);
  await page.goto('/logout');
  await page.waitForURL(/\/login/);
  await signInWith(password);
  await page.getByText(/Error logging you in: /).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('resets a forgotten password with the code that the mail brings, and signs in with it', async () => {
  const { page, context, problems } = await openPage(browser);
  const email = 'user@demo.quarry.test';
  const newPassword = 'Violet-Harbour-93-Kite';
  await page.goto('/reset-password');
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: /reset|send/i }).click();
  await page.waitForURL(/confirm-reset-password/);
  await expectAccessible(page);
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 10_000 }).toBeGreaterThan(0);
  const [mail] = await mailsTo(email);
  const code = /\b([A-Z0-9]{6,8})\b/.exec((mail?.text ?? '').replaceAll(email, ''))?.[1] ?? '';
  await page.getByLabel('Code').fill(code);
  const save = page.getByRole('button', { name: 'Set password and sign in' });
  for (const [tooWeak, message] of [
    ['short', /^Password must have at least 8 characters$/],
    ['Password1!', /common password|easy to guess/],
  ] as const) {
    await page.getByLabel('New password').fill(tooWeak);
    await save.click();
    await page.getByText(message).waitFor();
  }
  await page.getByLabel('New password').fill(newPassword);
  await save.click();
  await page.waitForURL(/\/app\/demo/);
  await page.getByRole('grid', { name: 'Companies' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();

  const again = await openPage(browser);
  await signIn(again.page, email, '/change-password', newPassword);
  await expectAccessible(again.page);
  await again.page.getByLabel('Current password').fill(newPassword);
  await again.page.getByLabel('New password').fill(inject('quarry').password);
  await again.page.getByRole('button', { name: /change password/i }).click();
  await again.page.waitForURL(/\/app/);
  expect(again.problems).toEqual([]);
  await again.context.close();
});

async function mailsTo(email: string) {
  const response = await fetch(`${inject('quarry').url}/api/dev/outbox.json`);
  return outbox.parse(await response.json()).mails.filter((mail) => mail.to === email);
}
