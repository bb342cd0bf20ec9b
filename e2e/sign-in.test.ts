import { inject } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { companies } from './explorer-steps.ts';
import { ADMIN, it, signIn, submitSignIn, USER } from './journey.ts';
import { mailTo } from './outbox.ts';

it('redirects to the sign-in and back to the requested page', async ({ newPage }) => {
  const page = await newPage();
  await page.goto('/app/demo#show-filters');
  await expect(page).toHaveURL(/\/login\?next=/);
  await expectAccessible(page);
  await submitSignIn(page, 'ADMIN@demo.quarry.test', 'not the password');
  await expect(page.getByText(/Error logging you in: /)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(inject('quarry').password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/app\/demo#show-filters/);
  await expect(companies(page)).toBeVisible();
});

it('lets people with several accounts choose, and opens a single account directly', async ({ newPage }) => {
  const page = await newPage();
  await signIn(page, ADMIN, '/app');
  await expect(page.getByRole('link', { name: /acme/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /acme/ }).click();
  await expect(page).toHaveURL(/\/app\/acme/);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, USER, '/app');
  await expect(page).toHaveURL(/\/app\/demo/);
});

it('asks for a new password at the first sign-in', async ({ newPage }) => {
  const page = await newPage();
  const { email, password } = inject('quarry').newcomer;
  const signInWith = async (secret: string) => {
    await page.goto('/login');
    await submitSignIn(page, email, secret);
  };
  await signInWith(password);
  await expect(page.getByRole('heading', { name: 'Set password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password').fill('Copper-Lantern-58-Moss');
  await page.getByRole('button', { name: /set password/i }).click();
  await expect(page).toHaveURL(/\/app/);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await signInWith(password);
  await expect(page.getByText(/Error logging you in: /)).toBeVisible();
});

it('resets a forgotten password with a mailed code, and signs in', async ({ newPage }) => {
  const page = await newPage();
  const newPassword = 'Violet-Harbour-93-Kite';
  await page.goto('/reset-password');
  await expectAccessible(page);
  await page.getByLabel('Email').fill(USER);
  await page.getByRole('button', { name: /reset|send/i }).click();
  await expect(page).toHaveURL(/confirm-reset-password/);
  await expectAccessible(page);
  const mail = await mailTo(USER);
  const code = /\b([A-Z0-9]{6,8})\b/.exec(mail.replaceAll(USER, ''))?.[1] ?? '';
  await page.getByLabel('Code').fill(code);
  const save = page.getByRole('button', { name: 'Set password and sign in' });
  for (const [tooWeak, message] of [
    ['short', /^Password must have at least 8 characters$/],
    ['Password1!', /common password|easy to guess/],
  ] as const) {
    await page.getByLabel('New password').fill(tooWeak);
    await save.click();
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.getByLabel('New password').fill(newPassword);
  await save.click();
  await expect(page).toHaveURL(/\/app\/demo/);
  await expect(companies(page)).toBeVisible();

  const again = await newPage();
  await signIn(again, USER, '/change-password', newPassword);
  await expectAccessible(again);
  await again.getByLabel('Current password').fill(newPassword);
  await again.getByLabel('New password').fill(inject('quarry').password);
  await again.getByRole('button', { name: /change password/i }).click();
  await expect(again).toHaveURL(/\/app/);
});
