import type { Page } from 'playwright';
import { expectAccessible } from './accessible.ts';
import { download, readCsv } from './downloads.ts';
import { expect } from './expect.ts';
import { companies, companyTotal, expectTotal } from './explorer-steps.ts';
import { ADMIN, it, USER } from './journey.ts';
import { button, formatNumber, link, mainLink, rowsWithLink } from './page-parts.ts';

const WHILE_IT_RUNS = { timeout: 60_000 };
const options = (page: Page) => page.getByRole('dialog', { name: 'Export Options' });
const status = (page: Page, word: string) => page.getByRole('main').locator('header').getByText(word, { exact: true });
const rowOf = (page: Page, name: string) => rowsWithLink(page, 'Exports', name).first();
const downloadButton = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();

/** Searches the explorer by name, sorted by name, and returns the number of companies found. */
async function search(page: Page, text: string): Promise<number> {
  const state = { search: text, sortBy: 'name', sortDirection: 'asc' };
  await page.goto(`/app/demo#state=${encodeURIComponent(JSON.stringify(state))}`);
  await expect(companies(page).getByRole('columnheader', { name: 'Company name' }).first()).toBeVisible();
  await expect(page.getByText(`Name or domain contains “${text}”`).first()).toBeVisible();
  await expect(companies(page).getByRole('rowheader').first()).toBeVisible();
  return companyTotal(page);
}

/** Names the export, starts it from the dialog and opens its page. */
async function startExport(page: Page, name: string): Promise<void> {
  await options(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await options(page).getByRole('button', { name: 'Export' }).click();
  await button(page, 'Open export').click();
  await expect(page).toHaveURL(/\/app\/demo\/exports\/[^/]+$/);
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
}

it('exports the rows and columns of the explorer', async ({ open }) => {
  const page = await open();
  const count = await search(page, 'labs');
  expect(count).toBeGreaterThan(5);
  const heads = await companies(page).getByRole('columnheader').allInnerTexts();
  // The column of checkboxes has no name.
  const headers = heads.map((text) => text.replace(/\s*, sorted .*$/s, '').trim()).filter(Boolean);
  // Links to a company's external pages are icons.
  const names = (await companies(page).getByRole('rowheader').getByRole('link').allInnerTexts()).filter(Boolean);

  await button(page, 'Export').click();
  await expect(options(page).getByText(`${formatNumber(count)} companies will be exported`)).toBeVisible();
  await expect(options(page).getByText('Name or domain contains “labs”')).toBeVisible();
  await expect(options(page).getByText('Order: Company name, ascending')).toBeVisible();
  await expect(options(page).getByRole('radio', { name: /^Visible columns/ })).toBeChecked();
  await expectAccessible(page);
  await startExport(page, 'Labs, “all” of them');
  await expect(status(page, 'Complete')).toBeVisible(WHILE_IT_RUNS);
  await expect(page.getByText('Name or domain contains “labs”')).toBeVisible();
  await expectAccessible(page);

  const { filename, bytes } = await download(page, downloadButton(page, /^Download .*\.csv$/));
  expect(filename).toBe('Labs, “all” of them.csv');
  const [head = [], ...rows] = readCsv(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
  // The table shows the domain below the name, and renders only the visible columns.
  const [name, domain, ...others] = head;
  expect(domain).toMatch(/domain/i);
  expect(headers.length).toBeGreaterThan(3);
  expect([name, ...others].slice(0, headers.length)).toEqual(headers);
  expect(names.length).toBeGreaterThan(5);
  expect(rows.slice(0, names.length).map(([first]) => first)).toEqual(names);

  await link(page, 'Show in Companies').click();
  await expectTotal(page, count);
});

it('exports all columns as Parquet or the LinkedIn Ads template, and lists the exports', async ({ open }) => {
  const page = await open();
  const count = await search(page, 'group');
  await button(page, 'Export').click();
  await options(page)
    .getByRole('radio', { name: /^All columns/ })
    .check();
  await options(page).getByRole('radio', { name: 'Parquet' }).check();
  await startExport(page, 'Groups for the data team');
  await expect(status(page, 'Complete')).toBeVisible(WHILE_IT_RUNS);
  const { filename, bytes } = await download(page, downloadButton(page, /^Download .*\.parquet$/));
  expect(filename).toBe('Groups for the data team.parquet');
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', bytes.length - 4)]).toEqual(['PAR1', 'PAR1']);

  await link(page, 'Show in Companies').click();
  await button(page, 'Export').click();
  await options(page).getByRole('radio', { name: 'LinkedIn Ads' }).check();
  await expect(options(page).getByRole('radiogroup', { name: 'Format' })).toHaveCount(0);
  await expect(options(page).getByText('LinkedIn does not use lists of fewer than 300 companies.')).toBeVisible();
  await startExport(page, 'Groups for a campaign');
  await expect(status(page, 'Complete')).toBeVisible(WHILE_IT_RUNS);
  await expect(page.getByText(`LinkedIn uses lists of at least 300 companies. This one has ${count}.`)).toBeVisible();
  await expect(page.getByText('The template of LinkedIn Campaign Manager')).toBeVisible();

  await link(page, 'View all exports').click();
  await expect(rowOf(page, 'Groups for the data team').getByText('Complete', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Groups for a campaign').getByText('LinkedIn Ads', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Groups for a campaign').getByText(formatNumber(count), { exact: true })).toBeVisible();
  await expectAccessible(page);
  const list = await download(page, downloadButton(page, /^Download Groups for a campaign$/));
  expect(list.bytes.toString('utf8').split('\r\n')[0]).toMatch(/^"?companyname"?,/);
  await page.getByRole('grid', { name: 'Exports' }).getByRole('row').nth(1).getByRole('gridcell').first().click();
  await expect(page.getByRole('heading', { name: 'Groups for a campaign' })).toBeVisible();

  // Files expire after three days; a mocked response shows the page at that time.
  let change: object = { isExpired: true };
  await page.route(/\/api\/app\/csv-exports\/[^/]+\?/, async (route) => {
    const response = await route.fetch();
    const answer: { export: object } = await response.json();
    await route.fulfill({ response, json: { export: { ...answer.export, ...change } } });
  });
  await page.reload();
  await expect(status(page, 'Expired')).toBeVisible();
  await expect(page.getByText('Download has expired. Please request again.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await expectAccessible(page);
  change = { status: 'FAILED', error: 'The disk is full.', parts: [], completedAt: null, expiresAt: null, note: null };
  await page.reload();
  await expect(status(page, 'Failed')).toBeVisible();
  await expect(page.getByText('The disk is full.')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  const old = page.url();
  await button(page, 'Export again').click();
  await expect(page).toHaveURL((url) => url.href !== old);
  await expect(status(page, 'Complete')).toBeVisible(WHILE_IT_RUNS);
  await expect(page.getByRole('heading', { name: 'Groups for a campaign' })).toBeVisible();
});

it('gives everyone their own exports, and administrators the list of all', async ({ open }) => {
  const page = await open('/app/demo', USER);
  await search(page, 'labs');
  await button(page, 'Export').click();
  await startExport(page, 'Mine');
  await expect(status(page, 'Complete')).toBeVisible(WHILE_IT_RUNS);
  const path = new URL(page.url()).pathname;
  await expect(mainLink(page, 'Exports')).toHaveCount(0);
  const { filename } = await download(page, downloadButton(page, /^Download Mine\.csv$/));
  expect(filename).toBe('Mine.csv');
  await link(page, 'View all exports').click();
  await expect(rowOf(page, 'Mine')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Exports' }).getByText('@demo.quarry.test')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/app/demo');
  await button(page, 'Recent jobs').click();
  await link(page, 'Open export').first().click();
  await expect(page).toHaveURL(path);

  const admin = await open(path);
  await expect(admin.getByRole('heading', { name: 'Mine' })).toBeVisible();
  await admin.goto('/app/demo/exports');
  await expect(link(admin, 'Mine').first()).toBeVisible();
  const foreign = admin.getByRole('grid', { name: 'Exports' }).getByRole('row').filter({ hasText: ADMIN });
  const address = await foreign.first().getByRole('link').getAttribute('href');
  expect(address).not.toBeNull();
  await page.goto(address ?? '');
  await expect(page.getByRole('heading', { name: 'This export does not exist' })).toBeVisible();
  await expectAccessible(page);
});
