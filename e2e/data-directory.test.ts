import { readFile } from 'node:fs/promises';
import { getClient } from '@quarry/contracts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage, signIn } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const DIRECTORY = '/app/demo/data-directory';
const companies = (page: Page) => page.getByRole('grid', { name: 'Company data points' });
const contacts = (page: Page) => page.getByRole('grid', { name: 'Contact data points' });
const searchBox = (page: Page) => page.getByPlaceholder('Search data points');
const criteria = (page: Page) => page.getByRole('region', { name: 'Sourcing criteria' });
const rowOf = (page: Page, name: string) =>
  companies(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });

async function open(path: string, email = 'admin@demo.quarry.test') {
  // What fades in or out has other colours for a moment, which axe would find fault with.
  const opened = await openPage(browser, { reducedMotion: 'reduce', acceptDownloads: true });
  await signIn(opened.page, email, path);
  return opened;
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

it('lists every data point with its source and coverage, and exports the list', async () => {
  const { page, context, problems } = await open('/app/demo');
  await page
    .getByText(/of [\d,]+ compan/)
    .first()
    .waitFor({ timeout: 60_000 });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Data Directory' }).click();
  await page.waitForURL(/\/data-directory$/);
  await page.getByRole('heading', { name: 'Data directory', level: 1 }).waitFor();
  await rowOf(page, 'Domain').getByText('100%', { exact: true }).waitFor();
  await expectAccessible(page);

  await page.keyboard.press('/');
  await page.keyboard.type('sales jobs count');
  await page.waitForURL(/search=/);
  expect(await companies(page).getByRole('rowheader').allInnerTexts()).toEqual([]);
  await page.getByText('No data points match').waitFor();
  await expectAccessible(page);
  await searchBox(page).fill('sales jobs');
  await expect.poll(() => companies(page).getByRole('rowheader').allInnerTexts()).toEqual(['Open sales jobs']);
  await page.reload();
  const jobs = rowOf(page, 'Open sales jobs');
  await jobs.getByText('Jobs · Open sales jobs').waitFor();
  const sentence = await jobs.getByText(/[\d,]+ of [\d,]+ companies have a value/).innerText();
  const [filled = 0, records = 0] = [...sentence.matchAll(/[\d,]+(?= )/g)]
    .slice(-2)
    .map(([text]) => Number(text.replaceAll(',', '')));
  expect(filled).toBeGreaterThan(0);
  expect(filled).toBeLessThan(records);

  // The keyboard opens what the statistics of the same data point say.
  await companies(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: /^Open sales jobs/ });
  await drawer.getByText((records - filled).toLocaleString('en-US'), { exact: true }).waitFor();
  expect(page.url()).toMatch(/search=sales\+jobs&field=sales_jobs$/);
  await page.reload();
  await drawer.getByText((records - filled).toLocaleString('en-US'), { exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('field=');

  const arrived = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export fields' }).click();
  const file = await arrived;
  expect(file.suggestedFilename()).toBe('demo-data-directory.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFFRecord type,')).toBe(true);
  const [head = [], ...rows] = readCsv(text.slice(1));
  expect(head).toEqual([
    'Record type',
    'Name',
    'Field name',
    'Description',
    'Type',
    'Source',
    'Data block',
    'Configuration',
    'Coverage',
  ]);
  // The file has everything, whatever the search.
  const line = await page.getByText(/company data points, /).innerText();
  const [, ofCompanies, ofContacts] = /(\d+) company data points, (\d+) contact/.exec(line) ?? [];
  expect(rows.filter(([type]) => type === 'Company')).toHaveLength(Number(ofCompanies));
  expect(rows.filter(([type]) => type === 'Contact')).toHaveLength(Number(ofContacts));
  expect(rows.some((row) => row.includes('contact_id'))).toBe(false);
  const written = rows.find(([, name]) => name === 'Open sales jobs') ?? [];
  expect(written.slice(4, 8)).toEqual(['Number', 'Data block', 'Jobs', 'Open sales jobs']);
  expect(Number.parseFloat(written[8] ?? '')).toBeCloseTo((filled / records) * 100, 1);

  await searchBox(page).fill('');
  await companies(page).getByRole('button', { name: 'COVERAGE' }).click();
  await page.waitForURL(/sort=-coverage/);
  await companies(page)
    .getByRole('button', { name: /^COVERAGE/ })
    .click();
  await page.waitForURL(/sort=coverage/);
  await expect.poll(() => companies(page).getByRole('row').nth(1).innerText()).toMatch(/\b0%/);
  await companies(page)
    .getByRole('button', { name: /^COVERAGE/ })
    .click();
  await page.waitForURL(/\/data-directory$/);
  await tab(page, /^Contacts/).click();
  await contacts(page).getByRole('row').filter({ hasText: 'email_verification_status' }).waitFor();
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await context.close();
});

it('says in words what companies are sourced by, where criteria do that', async () => {
  const { page, context, problems } = await open('/app/acme/data-directory');
  await criteria(page).getByText('Employee count is at least 20').waitFor({ timeout: 60_000 });
  expect(await page.getByRole('button', { name: 'Add data point' }).count()).toBe(0);
  await expectAccessible(page);

  // In the demo account markets bring the companies in, from its first build on.
  await expect
    .poll(
      async () => {
        await page.goto(DIRECTORY);
        await rowOf(page, 'Domain').getByText('100%', { exact: true }).waitFor();
        return criteria(page).count();
      },
      { timeout: 60_000 },
    )
    .toBe(0);

  // Criteria with configurations, which the demo's accounts don't have.
  let label = '';
  await page.route(/\/api\/app\/client\?/, async (route) => {
    const response = await route.fetch();
    const account = getClient.output.parse(await response.json());
    label = account.dataBlockConfigs.find(({ configId }) => configId === 'demo-sales-jobs')?.label ?? '';
    await route.fulfill({ response, json: { ...account, featureFlags: [] } });
  });
  let sourcingCriteria: object | null = {
    id: 'r',
    combinator: 'or',
    rules: [
      { id: '1', field: 'jobs/count', configId: 'demo-sales-jobs', operator: 'gte', value: 3 },
      {
        id: '2',
        combinator: 'and',
        rules: [
          { id: '3', field: 'firmographics/country', operator: 'isOneOf', value: ['DE', 'FR'] },
          { id: '4', field: 'firmographics/employee_count', operator: 'between', value: [50, 500] },
        ],
      },
    ],
  };
  await page.route(/\/api\/app\/data-directory\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), sourcingCriteria } });
  });
  await page.reload();
  await criteria(page).getByText('any of these is true').waitFor();
  const [first = '', second] = await criteria(page).getByRole('listitem').allInnerTexts();
  expect(first).toBe(`${label} · Matching jobs is at least 3`);
  expect(second).toBe('Country is one of Germany, France and Employee count is between 50 and 500');
  sourcingCriteria = null;
  await page.reload();
  await criteria(page).getByText('No criteria have been set').waitFor();
  await expectAccessible(page);

  // A failure leaves the list readable, and can be tried again.
  await page.route(/\/api\/app\/data-directory\?/, (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.reload();
  await page.getByText('Failed to fetch the coverage of data points').waitFor();
  await rowOf(page, 'Domain').waitFor();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Retry' }).click();
  await rowOf(page, 'Domain').getByText('100%', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('shows what is on its way, which only administrators add and take back', async () => {
  const { page, context, problems } = await open('/app/demo');
  const asked = page.waitForRequest(/\/api\/app\/data-directory/);
  await page.goto(DIRECTORY);
  const { authorization = '' } = (await asked).headers();
  await page.getByRole('button', { name: 'Add data point' }).click();
  const wizard = page.getByRole('dialog', { name: 'Add New Data Point' });
  await wizard.waitFor();
  await wizard.getByRole('button', { name: 'Cancel' }).click();
  await wizard.waitFor({ state: 'detached' });

  const added = await fetch(`${inject('quarry').url}/api/app/dataset-fields/items?client=demo`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      internalName: 'jobs/last_posted_at',
      configId: 'demo-sales-jobs',
      displayName: 'Latest sales job',
    }),
  });
  expect([added.status, await added.json()]).toEqual([200, expect.anything()]);
  await page.reload();
  const first = companies(page).getByRole('row').nth(1);
  await first.getByText('Latest sales job').waitFor();
  await first.getByText('On its way').waitFor();
  await page.getByText(/^1 data point is on its way\. It becomes a column with the next refresh/).waitFor();
  await expectAccessible(page);

  const user = await open(DIRECTORY, 'user@demo.quarry.test');
  await rowOf(user.page, 'Latest sales job').waitFor();
  expect(await user.page.getByRole('button', { name: /^Withdraw/ }).count()).toBe(0);
  const add = user.page.getByRole('button', { name: 'Add data point' });
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await add.hover();
  await user.page.getByText('Only administrators of this account can add data points').waitFor();
  await expectAccessible(user.page);
  await user.context.close();

  const withdraw = page.getByRole('button', { name: 'Withdraw Latest sales job' });
  await withdraw.click();
  await page.getByText('“Latest sales job” withdrawn').waitFor();
  await page.getByText('is on its way. It becomes a column').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('is on its way. It becomes a column').waitFor();
  await withdraw.click();
  await rowOf(page, 'Latest sales job').waitFor({ state: 'detached' });
  await page.reload();
  await rowOf(page, 'Domain').waitFor();
  expect(await rowOf(page, 'Latest sales job').count()).toBe(0);
  await page.goto('/help/data-directory.html');
  await expectAccessible(page);
  expect([...problems, ...user.problems]).toEqual([]);
  await context.close();
});
