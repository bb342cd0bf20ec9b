import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage, signIn } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const ADMIN = 'admin@demo.quarry.test';
const WHILE_IT_RUNS = { timeout: 60_000 };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const options = (page: Page) => page.getByRole('dialog', { name: 'Export Options' });
const companies = (page: Page) => page.getByRole('grid', { name: 'Companies' });
const status = (page: Page, word: string) => page.getByRole('main').locator('header').getByText(word, { exact: true });
const rowOf = (page: Page, name: string) =>
  page
    .getByRole('grid', { name: 'Exports' })
    .getByRole('row')
    .filter({ has: link(page, name) })
    .first();

/** Signs in and opens the explorer with what a search by name finds, in the order of names. Says how many it finds. */
async function search(text: string, email = ADMIN) {
  const opened = await openPage(browser);
  const { page } = opened;
  const state = { search: text, sortBy: 'name', sortDirection: 'asc' };
  await signIn(page, email, '/app/demo');
  await page.goto(`/app/demo#state=${encodeURIComponent(JSON.stringify(state))}`);
  await companies(page).getByRole('columnheader', { name: 'Company name', exact: false }).first().waitFor();
  await page.getByText(`Name or domain contains “${text}”`).first().waitFor();
  const line = page.getByText(/of [\d,]+ companies/).first();
  const count = Number(/of ([\d,]+) companies/.exec(await line.innerText())?.[1]?.replaceAll(',', ''));
  return { ...opened, count };
}

/** Names the export, starts it from the dialog and opens its page. */
async function startExport(page: Page, name: string): Promise<void> {
  await options(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await options(page).getByRole('button', { name: 'Export' }).click();
  await button(page, 'Open export').click();
  await page.waitForURL(/\/app\/demo\/exports\/[^/]+$/);
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

async function download(page: Page, name: RegExp): Promise<{ filename: string; bytes: Buffer }> {
  const arrived = page.waitForEvent('download');
  await page.getByRole('button', { name }).first().click();
  const file = await arrived;
  return { filename: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The values of a CSV file, line by line, read as RFC 4180 has it. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') lines.push([]);
    if (end === '') break;
  }
  return lines.filter((line) => line.length > 1);
}

it('exports what the explorer shows: the file has the rows and the columns of the table', async () => {
  const { page, context, problems, count } = await search('labs');
  expect(count).toBeGreaterThan(5);
  const heads = await companies(page).getByRole('columnheader').allInnerTexts();
  const headers = heads.map((text) => text.replace(/\s*, sorted .*$/s, '').trim());
  // The links to a company's pages elsewhere are icons.
  const names = (await companies(page).getByRole('rowheader').getByRole('link').allInnerTexts()).filter(Boolean);

  await button(page, 'Export').click();
  await options(page)
    .getByText(`${count.toLocaleString('en-US')} companies will be exported`)
    .waitFor();
  await options(page).getByText('Name or domain contains “labs”').waitFor();
  await options(page).getByText('Order: Company name, ascending').waitFor();
  expect(
    await options(page)
      .getByRole('radio', { name: /^Visible columns/ })
      .isChecked(),
  ).toBe(true);
  await expectAccessible(page);
  await startExport(page, 'Labs, “all” of them');
  await status(page, 'Complete').waitFor(WHILE_IT_RUNS);
  await page.getByText('Name or domain contains “labs”').waitFor();
  await expectAccessible(page);

  const { filename, bytes } = await download(page, /^Download .*\.csv$/);
  expect(filename).toBe('Labs, “all” of them.csv');
  const [head = [], ...rows] = readCsv(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
  // The table has the domain below the name, and draws only the columns in sight.
  const [name, domain, ...others] = head;
  expect(domain).toMatch(/domain/i);
  expect(headers.length).toBeGreaterThan(3);
  expect([name, ...others].slice(0, headers.length)).toEqual(headers);
  expect(names.length).toBeGreaterThan(5);
  expect(rows.slice(0, names.length).map(([first]) => first)).toEqual(names);

  await link(page, 'Show in Companies').click();
  await page
    .getByText(`of ${count.toLocaleString('en-US')} companies`)
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('takes all columns as Parquet, or the template of LinkedIn Ads, and lists the exports', async () => {
  const { page, context, problems, count } = await search('group');
  await button(page, 'Export').click();
  await options(page)
    .getByRole('radio', { name: /^All columns/ })
    .check();
  await options(page).getByRole('radio', { name: 'Parquet' }).check();
  await startExport(page, 'Groups for the data team');
  await status(page, 'Complete').waitFor(WHILE_IT_RUNS);
  const { filename, bytes } = await download(page, /^Download .*\.parquet$/);
  expect(filename).toBe('Groups for the data team.parquet');
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', bytes.length - 4)]).toEqual(['PAR1', 'PAR1']);

  await link(page, 'Show in Companies').click();
  await button(page, 'Export').click();
  await options(page).getByRole('radio', { name: 'LinkedIn Ads' }).check();
  expect(await options(page).getByRole('radiogroup', { name: 'Format' }).count()).toBe(0);
  await options(page).getByText('LinkedIn does not use lists of fewer than 300 companies.').waitFor();
  await startExport(page, 'Groups for a campaign');
  await status(page, 'Complete').waitFor(WHILE_IT_RUNS);
  await page.getByText(`LinkedIn uses lists of at least 300 companies. This one has ${count}.`).waitFor();
  await page.getByText('The template of LinkedIn Campaign Manager').waitFor();

  await link(page, 'View all exports').click();
  await rowOf(page, 'Groups for the data team').getByText('Complete', { exact: true }).waitFor();
  await rowOf(page, 'Groups for a campaign').getByText('LinkedIn Ads', { exact: true }).waitFor();
  await rowOf(page, 'Groups for a campaign').getByText(count.toLocaleString('en-US'), { exact: true }).waitFor();
  await expectAccessible(page);
  const list = await download(page, /^Download Groups for a campaign$/);
  expect(list.bytes.toString('utf8').split('\r\n')[0]).toMatch(/^"?companyname"?,/);
  await page.getByRole('grid', { name: 'Exports' }).getByRole('row').nth(1).dblclick();
  await page.getByRole('heading', { name: 'Groups for a campaign' }).waitFor();

  // Files go after three days, which no journey waits for: the page is shown what the server says then.
  let change: object = { isExpired: true };
  await page.route(/\/api\/app\/csv-exports\/[^/]+\?/, async (route) => {
    const response = await route.fetch();
    const answer: { export: object } = await response.json();
    await route.fulfill({ response, json: { export: { ...answer.export, ...change } } });
  });
  await page.reload();
  await status(page, 'Expired').waitFor();
  await page.getByText('Download has expired. Please request again.').waitFor();
  expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(0);
  await expectAccessible(page);
  change = { status: 'FAILED', error: 'The disk is full.', parts: [], completedAt: null, expiresAt: null, note: null };
  await page.reload();
  await status(page, 'Failed').waitFor();
  await page.getByText('The disk is full.').waitFor();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  const old = page.url();
  await button(page, 'Export again').click();
  await page.waitForURL((url) => url.href !== old);
  await status(page, 'Complete').waitFor(WHILE_IT_RUNS);
  await page.getByRole('heading', { name: 'Groups for a campaign' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('is for everybody, each with their own exports; the list is for administrators', async () => {
  const { page, context, problems } = await search('labs', 'user@demo.quarry.test');
  await button(page, 'Export').click();
  await startExport(page, 'Mine');
  await status(page, 'Complete').waitFor(WHILE_IT_RUNS);
  const path = new URL(page.url()).pathname;
  expect(await link(page, 'View all exports').count()).toBe(0);
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Exports' }).count()).toBe(0);
  const { filename } = await download(page, /^Download Mine\.csv$/);
  expect(filename).toBe('Mine.csv');
  await page.goto('/app/demo/exports');
  await page.getByText('No permission', { exact: true }).waitFor();

  const admin = await openPage(browser);
  await signIn(admin.page, ADMIN, path);
  await admin.page.getByRole('heading', { name: 'Mine' }).waitFor();
  await admin.page.goto('/app/demo/exports');
  await link(admin.page, 'Mine').first().waitFor();
  const foreign = admin.page.getByRole('grid', { name: 'Exports' }).getByRole('row').filter({ hasText: ADMIN });
  const address = await foreign.first().getByRole('link').getAttribute('href');
  expect(address).not.toBeNull();
  await page.goto(address ?? '');
  await page.getByRole('heading', { name: 'This export does not exist' }).waitFor();
  await expectAccessible(page);
  expect([...problems, ...admin.problems]).toEqual([]);
  await admin.context.close();
  await context.close();
});
