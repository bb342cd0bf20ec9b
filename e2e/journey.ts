import { chromium, type Page } from 'playwright';
import { inject, test } from 'vitest';
import { expect } from './expect.ts';

// The demo's people; they sign in with the password of the server under test.
export const ADMIN = 'admin@demo.quarry.test';
export const USER = 'user@demo.quarry.test';
export const STAFF = 'staff@quarry.test';

/**
 * A test in a real browser. `newPage` returns a page with its own cookies and storage; `open` also signs in and goes to an
 * address. The test fails if a page logs an error or has an uncaught exception.
 */
export const it = test
  .extend('executablePath', { scope: 'file' }, () => process.env.QUARRY_CHROMIUM)
  .extend('browser', { scope: 'file' }, async ({ executablePath }, { onCleanup }) => {
    const browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      // Without a UTF-8 locale, Chromium replaces non-ASCII characters in the names of downloads.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('newPage', async ({ browser }, { onCleanup }) => {
    const pages: Page[] = [];
    const problems: string[] = [];
    onCleanup(async () => {
      for (const page of pages) await page.context().close();
      expect(problems).toEqual([]);
    });
    return async (): Promise<Page> => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        baseURL: inject('quarry').url,
        // axe would report intermediate colours of fades.
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      pages.push(page);
      page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
      page.on('console', (message) => {
        // The browser logs rejected requests (wrong password, expired session) as errors; pages handle those.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          problems.push(message.text());
      });
      return page;
    };
  })
  .extend('open', async ({ newPage }) => async (path = '/app/demo', email = ADMIN): Promise<Page> => {
    const page = await newPage();
    await signIn(page, email, path);
    return page;
  });

/** Signs in through the form and waits for the redirect. */
export async function signIn(
  page: Page,
  email: string,
  path: string,
  password = inject('quarry').password,
): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(path)}`);
  await submitSignIn(page, email, password);
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

/** Fills in and submits the sign-in form of the current page. */
export async function submitSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
