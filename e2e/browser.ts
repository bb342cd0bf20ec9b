import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';

/** Starts the Chromium that the set-up found. */
export function launchBrowser(): Promise<Browser> {
  const { QUARRY_CHROMIUM: executablePath } = process.env;
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // Without a locale that has them, Chromium gives up names of files with other characters than ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page that collects what a user never should see: console errors and uncaught exceptions. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[];
}

/** Opens a page of its own, with cookies and storage of its own. */
export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: inject('quarry').url,
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself reports refused requests (a wrong password, an expired session) as errors; pages handle those.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return { page, context, problems };
}

/** Signs in through the form and waits for the address to leave it. */
export async function signIn(
  page: Page,
  email: string,
  path = '/app/demo',
  password = inject('quarry').password,
): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(path)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

/** Fails on serious or critical findings of axe, naming each. */
export async function expectAccessible(page: Page): Promise<void> {
  // What passed is of no interest, and describing every element of it takes most of the time. No page has frames, so
  // that nothing has to be put together in a tab of its own.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
    page.url(),
  ).toEqual([]);
}
