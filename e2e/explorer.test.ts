import type { Locator, Page } from 'playwright';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import {
  addCondition,
  chooseFromMenu,
  companies,
  companyTotal,
  expectTotal,
  filterPanel,
  header,
  openMenu,
  totalBelow,
} from './explorer-steps.ts';
import { it, USER } from './journey.ts';
import { button, formatNumber, toNumber } from './page-parts.ts';

const expectRows = (page: Page) => expect(companies(page).getByRole('row').nth(5)).toBeVisible();

/** Resets the person's settings, which other journeys may have changed. */
async function resetSettings(page: Page): Promise<void> {
  const sent = page.waitForRequest((request) => request.url().includes('/api/app/'));
  await page.reload();
  const authorization = await (await sent).headerValue('authorization');
  const answer = await page.request.put('/api/app/user-settings?client=demo', {
    headers: { authorization: authorization ?? '' },
    data: {},
  });
  expect(answer.status()).toBe(200);
  await page.reload();
  await expectRows(page);
}

it('finds companies by name, filters them, and shares the view by address', async ({ open }) => {
  const page = await open();
  await expectRows(page);
  await resetSettings(page);
  const all = await companyTotal(page);
  const checklist = page.getByRole('button', { name: /^Getting started/ });
  await expect(checklist).toContainText(/^Getting started0 of/);
  await expectAccessible(page);

  await page.keyboard.press('/');
  await page.keyboard.type('labs');
  await page.keyboard.press('Enter');
  await totalBelow(page, all);
  await page.getByPlaceholder('Search name or domain').fill('');
  await page.keyboard.press('Enter');
  await expectTotal(page, all);

  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(filterPanel(page)).toBeVisible();
  await expect(page).toHaveURL(/#show-filters/);
  await expectAccessible(page);
  await addCondition(page, 'Country', 'US');
  await page
    .getByRole('button', { name: /^(Apply|Search)/ })
    .last()
    .click();
  const filtered = await totalBelow(page, all);
  await expect(checklist).toContainText(/^Getting started1 of/);

  const other = await open('/app/demo', USER);
  await other.goto(page.url());
  await expectTotal(other, filtered);
});

it('shows the page of the README', async ({ open }) => {
  const page = await open();
  await expectRows(page);
  const all = await companyTotal(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  await addCondition(page, 'Country', 'US');
  await button(page, 'Apply filters').click();
  await totalBelow(page, all);
  await expect(page.getByRole('tab', { name: /^All companies [\d,]+$/ })).toBeVisible();
  await expect(page.getByText(/Country is one of/).first()).toBeVisible();
  await button(page, 'Close filters').click();
  await expect(filterPanel(page)).toBeHidden();
  if (process.env.QUARRY_SCREENSHOTS !== undefined) await page.screenshot({ path: 'docs/explorer.png' });
});

it('sorts by a column, and clears the sort on a second click', async ({ open }) => {
  const page = await open();
  await expectRows(page);
  await chooseFromMenu(page, /Industry/, 'Sort Ascending');
  await expect(header(page, /Industry/)).toHaveAttribute('aria-sort', 'ascending');
  await chooseFromMenu(page, /Industry/, 'Sort Ascending');
  await expect(page).toHaveURL(({ href }) => decodeURIComponent(href).includes('__company_id'));
});

it('shows a company and a data point in drawers, in light and dark', async ({ open }) => {
  const page = await open();
  await expectRows(page);
  await companies(page).getByRole('row').nth(1).getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('tab', { name: 'Contacts' }).click();
  await drawer.getByRole('tab', { name: 'Sync Status' }).click();
  await expect(drawer.getByText('No CRM integrations set up, please connect your CRM')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await chooseFromMenu(page, /Industry/, 'Explore data point');
  for (const figure of ['Coverage', 'Missing values', 'Unique Values'])
    await expect(page.getByRole('dialog').getByText(figure, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /dark/i }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectAccessible(page);
});

it('lets admins rename a data point, but not users', async ({ open }) => {
  const page = await open();
  await expectRows(page);
  await chooseFromMenu(page, /Industry/, 'Rename data point');
  const dialog = page.getByRole('dialog', { name: 'Rename Data Point' });
  const name = dialog.getByRole('textbox');
  await name.fill('');
  await expect(dialog.getByText('Name cannot be empty')).toBeVisible();
  await name.fill('Sector of work');
  await dialog.getByRole('button', { name: /rename|save/i }).click();
  await expect(header(page, /Sector of work/)).toBeVisible();

  const user = await open('/app/demo', USER);
  await openMenu(user, /Sector of work/);
  await expect(user.getByRole('menuitem', { name: 'Explore data point' })).toBeVisible();
  await expect(user.getByRole('menuitem', { name: 'Rename data point' })).toHaveCount(0);
  // Other journeys expect the original name.
  await chooseFromMenu(page, /Sector of work/, 'Rename data point');
  await name.fill('Industry');
  await dialog.getByRole('button', { name: /rename|save/i }).click();
  await expect(header(page, /Industry/)).toBeVisible();
});

it('can be used with the keyboard alone', async ({ open }) => {
  const page = await open();
  await expectRows(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await companies(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(
    page
      .getByRole('dialog')
      .getByText(/keyboard|keys/i)
      .first(),
  ).toBeVisible();
});

it('keeps the rows under the error when a refresh fails, and shows one count everywhere', async ({ open }) => {
  const page = await open();
  await expectRows(page);
  const all = await companyTotal(page);
  const search = '**/api/app/companies**';
  await page.route(search, (route) => route.abort());
  await chooseFromMenu(page, /Employees/, 'Sort Descending');
  const error = page.getByRole('alert').filter({ hasText: 'The server could not be reached' });
  await expect(error).toBeVisible({ timeout: 20_000 });
  await expectRows(page);
  await expectAccessible(page);
  await page.unroute(search);
  await error.getByRole('button', { name: 'Retry' }).click();
  await expect(error).toHaveCount(0);
  await expectRows(page);

  // The name of a sorted column stays above its numbers.
  const rightEdge = (cell: Locator) =>
    cell.evaluate((element) => {
      const text = element.ownerDocument.createRange();
      text.selectNodeContents(element);
      return Math.round(text.getBoundingClientRect().right);
    });
  await expect(header(page, /Employees/)).toHaveAttribute('aria-sort', 'descending');
  const name = header(page, /Employees/).getByText('Employees', { exact: true });
  const column = (await header(page, /Employees/).getAttribute('data-column')) ?? '';
  const cell = companies(page).locator(`[role="gridcell"][data-column="${column}"]`).first();
  await expect(cell).toHaveText(/\d/);
  // An element that is being replaced has no place.
  await expect.poll(async () => (await rightEdge(name)) - (await rightEdge(cell))).toBe(0);

  // Tab counts that arrive before the rows are the header's, too.
  await page.route(search, async (route) => {
    const isOfRows = route.request().postData()?.includes('"companies"') === true;
    if (isOfRows) await released;
    await route.continue();
  });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.getByPlaceholder('Search name or domain').fill('labs');
  await page.keyboard.press('Enter');
  const tab = page.getByRole('tab', { name: /^All companies [\d,]+$/ });
  await expect(tab).not.toHaveText(new RegExp(formatNumber(all)));
  const found = toNumber(await tab.innerText());
  await expect(page.getByText(new RegExp(`^${formatNumber(found)} compan`))).toBeVisible();
  release();
  await expectTotal(page, found);
});
