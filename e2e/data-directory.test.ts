import { getClient } from '@quarry/contracts';
import type { Page } from 'playwright';
import { inject } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { download, readCsv } from './downloads.ts';
import { expect } from './expect.ts';
import { it, USER } from './journey.ts';
import { formatNumber, mainLink } from './page-parts.ts';

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

it('lists every data point with its source and coverage, and exports the list', async ({ open }) => {
  const page = await open('/app/demo');
  await expect(page.getByText(/of [\d,]+ compan/).first()).toBeVisible({ timeout: 60_000 });
  await mainLink(page, 'Data Directory').click();
  await expect(page).toHaveURL(/\/data-directory$/);
  await expect(page.getByRole('heading', { name: 'Data directory', level: 1 })).toBeVisible();
  await expect(rowOf(page, 'Domain').getByText('100%', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('/');
  await page.keyboard.type('sales jobs count');
  await expect(page).toHaveURL(/search=/);
  await expect(companies(page).getByRole('rowheader')).toHaveCount(0);
  await expect(page.getByText('No data points match')).toBeVisible();
  await expectAccessible(page);
  await searchBox(page).fill('sales jobs');
  await expect(companies(page).getByRole('rowheader')).toHaveText(['Open sales jobs'], { useInnerText: true });
  await page.reload();
  const jobs = rowOf(page, 'Open sales jobs');
  await expect(jobs.getByText('Jobs · Open sales jobs')).toBeVisible();
  const sentence = await jobs.getByText(/[\d,]+ of [\d,]+ companies have a value/).innerText();
  const [filled = 0, records = 0] = [...sentence.matchAll(/[\d,]+(?= )/g)]
    .slice(-2)
    .map(([text]) => Number(text.replaceAll(',', '')));
  expect(filled).toBeGreaterThan(0);
  expect(filled).toBeLessThan(records);

  // The statistics of the data point, opened by keyboard, agree.
  await companies(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: /^Open sales jobs/ });
  await expect(drawer.getByText(formatNumber(records - filled), { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/search=sales\+jobs&field=sales_jobs$/);
  await page.reload();
  await expect(drawer.getByText(formatNumber(records - filled), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page).not.toHaveURL(/field=/);

  const { filename, bytes } = await download(page, page.getByRole('button', { name: 'Export fields' }));
  expect(filename).toBe('demo-data-directory.csv');
  const text = bytes.toString('utf8');
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
  // The export ignores the search.
  const line = await page.getByText(/company data points, /).innerText();
  const [, ofCompanies, ofContacts] = /(\d+) company data points, (\d+) contact/.exec(line) ?? [];
  expect(rows.filter(([type]) => type === 'Company')).toHaveLength(Number(ofCompanies));
  expect(rows.filter(([type]) => type === 'Contact')).toHaveLength(Number(ofContacts));
  expect(rows.some((row) => row.includes('contact_id'))).toBe(false);
  const written = rows.find(([, name]) => name === 'Open sales jobs') ?? [];
  expect(written.slice(4, 8)).toEqual(['Number', 'Data block', 'Jobs', 'Open sales jobs']);
  expect(Number.parseFloat(written[8] ?? '')).toBeCloseTo((filled / records) * 100, 1);

  await searchBox(page).fill('');
  await companies(page).getByRole('button', { name: 'Coverage' }).click();
  await expect(page).toHaveURL(/sort=-coverage/);
  await companies(page)
    .getByRole('button', { name: /^Coverage/ })
    .click();
  await expect(page).toHaveURL(/sort=coverage/);
  await expect(companies(page).getByRole('row').nth(1)).toHaveText(/\b0%/, { useInnerText: true });
  await companies(page)
    .getByRole('button', { name: /^Coverage/ })
    .click();
  await expect(page).toHaveURL(/\/data-directory$/);
  await tab(page, /^Contacts/).click();
  await expect(contacts(page).getByRole('row').filter({ hasText: 'email_verification_status' })).toBeVisible();
  await expectAccessible(page);
});

it('describes the sourcing criteria in accounts that have them', async ({ open }) => {
  const page = await open('/app/acme/data-directory');
  await expect(criteria(page).getByText('Employee count is at least 20')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Add data point' })).toHaveCount(0);
  await expectAccessible(page);

  // The demo account is sourced by markets from its first build on.
  await expect(async () => {
    await page.goto(DIRECTORY);
    await expect(rowOf(page, 'Domain').getByText('100%', { exact: true })).toBeVisible();
    expect(await criteria(page).count()).toBe(0);
  }).toPass({ timeout: 60_000 });

  // Criteria with configurations, which no demo account has.
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
  await expect(criteria(page).getByText('any of these is true')).toBeVisible();
  await expect(criteria(page).getByRole('listitem')).toHaveText([
    `${label} · Matching jobs is at least 3`,
    'Country is one of Germany, France and Employee count is between 50 and 500',
  ]);
  sourcingCriteria = null;
  await page.reload();
  await expect(criteria(page).getByText('No criteria have been set')).toBeVisible();
  await expectAccessible(page);

  // A failure leaves the list readable and can be retried.
  await page.route(/\/api\/app\/data-directory\?/, (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.reload();
  await expect(page.getByText('Failed to fetch the coverage of data points')).toBeVisible();
  await expect(rowOf(page, 'Domain')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rowOf(page, 'Domain').getByText('100%', { exact: true })).toBeVisible();
});

it('shows pending data points, which only administrators can add and remove', async ({ open }) => {
  const page = await open('/app/demo');
  const request = page.waitForRequest(/\/api\/app\/data-directory/);
  await page.goto(DIRECTORY);
  const { authorization = '' } = (await request).headers();
  await page.getByRole('button', { name: 'Add data point' }).click();
  const wizard = page.getByRole('dialog', { name: 'Add New Data Point' });
  await expect(wizard).toBeVisible();
  await wizard.getByRole('button', { name: 'Cancel' }).click();
  await expect(wizard).toHaveCount(0);

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
  await expect(first.getByText('Latest sales job')).toBeVisible();
  await expect(first.getByText('On its way')).toBeVisible();
  await expect(page.getByText(/^1 data point is on its way\. It becomes a column with the next refresh/)).toBeVisible();
  await expectAccessible(page);

  const user = await open(DIRECTORY, USER);
  await expect(rowOf(user, 'Latest sales job')).toBeVisible();
  await expect(user.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  const add = user.getByRole('button', { name: 'Add data point' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await add.hover();
  await expect(user.getByText('Only administrators of this account can add data points')).toBeVisible();
  await expectAccessible(user);

  const remove = page.getByRole('button', { name: 'Remove Latest sales job' });
  await remove.click();
  await expect(page.getByText('“Latest sales job” removed')).toBeVisible();
  await expect(page.getByText('is on its way. It becomes a column')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('is on its way. It becomes a column')).toBeVisible();
  await remove.click();
  await expect(rowOf(page, 'Latest sales job')).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, 'Domain')).toBeVisible();
  await expect(rowOf(page, 'Latest sales job')).toHaveCount(0);
  await page.goto('/help/data-directory.html');
  await expectAccessible(page);
});
