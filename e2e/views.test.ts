import type { Page } from 'playwright';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { chips, companies, companyTotal, expectTotal } from './explorer-steps.ts';
import { it, USER } from './journey.ts';

const views = (page: Page) => page.getByRole('tablist', { name: 'Views' });
const view = (page: Page, name: string) => views(page).getByRole('tab', { name });
const update = (page: Page) => page.getByRole('button', { name: 'Update view' });
const header = (page: Page, name: string) =>
  companies(page).getByRole('columnheader', { name: new RegExp(`^${name}`) });

async function expectReady(page: Page): Promise<void> {
  await expect(companies(page).getByRole('row').nth(5)).toBeVisible();
}

/** Narrows the result by the value in the first row, with keys only. */
async function filterByFirst(page: Page, column: string): Promise<void> {
  await companies(page).focus();
  await page.keyboard.press('Control+Home');
  const index = Number(await header(page, column).getAttribute('aria-colindex'));
  // The first column is that of the checkboxes, which has no cell for the keys.
  for (let at = 2; at < index; at += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('menuitem', { name: new RegExp(`^${column} is one of`) }).waitFor();
  await page.keyboard.press('Enter');
}

it('a view is saved, shared, changed and opened by a link, with keys only', async ({ open }) => {
  const page = await open();
  await expectReady(page);
  const all = await companyTotal(page);
  await filterByFirst(page, 'Industry');
  await expect.poll(() => companyTotal(page)).toBeLessThan(all);
  const filtered = await companyTotal(page);

  await page.getByRole('button', { name: 'Save as view' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as view' });
  await expect(dialog.getByLabel('View name')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('One industry');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await dialog.getByLabel('View name').focus();
  await page.keyboard.press('Enter');
  await expect(view(page, 'Shared: One industry')).toHaveAttribute('aria-selected', 'true');
  await expect(update(page)).toHaveAttribute('aria-disabled', 'true');
  const address = page.url();
  expect(new URL(address).searchParams.get('view')).toBeTruthy();
  expect(new URL(address).hash).toBe('');
  await expectAccessible(page);

  await companies(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(header(page, 'Company name')).toHaveAttribute('aria-sort', 'ascending');
  await update(page).focus();
  await page.keyboard.press('Enter');
  await expect(update(page)).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => new URL(page.url()).hash).toBe('');

  const other = await open(new URL(address).pathname + new URL(address).search, USER);
  await expectReady(other);
  await expect(view(other, 'Shared: One industry')).toHaveAttribute('aria-selected', 'true');
  await expectTotal(other, filtered);
  await expect(header(other, 'Company name')).toHaveAttribute('aria-sort', 'ascending');
  await other.getByRole('button', { name: 'Clear filters' }).click();
  await expectTotal(other, all);
  await expect(update(other)).toHaveAttribute('aria-disabled', 'true');
  await other.getByRole('button', { name: 'Reset' }).click();
  await expectTotal(other, filtered);
  await view(other, 'Standard view').focus();
  await other.keyboard.press('Enter');
  await expectTotal(other, all);
  await expect(chips(other)).toHaveCount(0);

  await page.getByRole('button', { name: 'Actions for view One industry' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete view' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Yes, delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(views(page)).toHaveCount(0);
  await other.goto(address);
  await expect(other.getByText('This view no longer exists, or it is not shared with you.')).toBeVisible();
  await expectReady(other);
});

it('a view that someone else changed is only replaced on purpose', async ({ open }) => {
  const page = await open();
  await expectReady(page);
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByLabel('View name').fill('Contested');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(view(page, 'Contested')).toHaveAttribute('aria-selected', 'true');
  const { pathname, search } = new URL(page.url());
  const other = await open(pathname + search);
  await expectReady(other);
  const sortBy = (on: Page, name: string) => header(on, name).getByRole('button').first().click();
  await sortBy(page, 'Industry');
  await update(page).click();
  await expect(update(page)).toHaveAttribute('aria-disabled', 'true');

  await sortBy(other, 'Company name');
  await update(other).click();
  await expect(other.getByText('Someone else changed this view.')).toBeVisible();
  await expect(header(other, 'Company name')).toHaveAttribute('aria-sort', 'ascending');
  await other.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(update(other)).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(header(page, 'Company name')).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Actions for view Contested' }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await page.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(views(page)).toHaveCount(0);
});

it('views are put in order by keys, menu and mouse, and keep it', async ({ open }) => {
  const page = await open();
  await expectReady(page);
  for (const name of ['First', 'Second', 'Third']) {
    await page.getByRole('button', { name: 'Save as view' }).click();
    await page.getByLabel('View name').fill(name);
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(view(page, name)).toHaveAttribute('aria-selected', 'true');
  }
  const order = () => views(page).getByRole('tab').allTextContents();
  const saved = () => page.waitForResponse((answer) => /user-settings/.test(answer.url()) && answer.ok());

  const byKey = saved();
  await view(page, 'Third').focus();
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await expect(page.getByText('Third moved to position 2 of 3')).toBeAttached();
  await expect.poll(order).toEqual(['Standard view', 'First', 'Third', 'Second']);
  await expect(view(page, 'Third')).toBeFocused();
  await byKey;

  const byMenu = saved();
  await page.getByRole('button', { name: 'Actions for view Third' }).click();
  await page.getByRole('menuitem', { name: 'Move left' }).click();
  await expect.poll(order).toEqual(['Standard view', 'Third', 'First', 'Second']);
  await byMenu;

  const byMouse = saved();
  await view(page, 'Third').hover();
  const end = await view(page, 'Second').boundingBox();
  await page.mouse.down();
  await page.mouse.move((end?.x ?? 0) + (end?.width ?? 0) - 2, (end?.y ?? 0) + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(order).toEqual(['Standard view', 'First', 'Second', 'Third']);
  await expect(view(page, 'Third')).toHaveAttribute('aria-selected', 'true');
  await byMouse;

  await page.reload();
  await expect.poll(order).toEqual(['Standard view', 'First', 'Second', 'Third']);
  for (const name of ['First', 'Second', 'Third']) {
    await view(page, name).click();
    await page.getByRole('button', { name: `Actions for view ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await page.getByRole('button', { name: 'Yes, delete' }).click();
    await expect(view(page, name)).toHaveCount(0);
  }
});

it('the palette finds companies, saved things and actions', async ({ open }) => {
  const page = await open();
  await expectReady(page);
  const link = companies(page).getByRole('rowheader').nth(2).getByRole('link').first();
  const name = await link.innerText();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog').getByRole('textbox');
  await search.fill(name.slice(0, 12));
  const found = page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(found.first()).toBeVisible();
  await expectAccessible(page);
  await found.first().click();
  await expect(page.getByRole('dialog', { name: `Company ${name}` })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await search.fill('create mark');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/markets\/explore\/new/);
});

it('a click on a row opens the company, but not on its checkbox', async ({ open }) => {
  const page = await open();
  await expectReady(page);
  const row = companies(page).getByRole('row').nth(2);
  await row.getByRole('checkbox').click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await row.locator('[data-column="industry"]').click();
  await expect(page.getByRole('dialog', { name: /^Company / })).toBeVisible();
});

it('data points are found by other words, and templates fill in a configuration', async ({ open }) => {
  const page = await open('/app/demo#show-filters');
  await expectReady(page);
  await page.getByRole('button', { name: /^Choose a data point/ }).click();
  const search = page.getByRole('combobox', { name: 'Search data points' });
  await search.fill('headcount');
  const options = page.getByRole('listbox', { name: 'Data points' }).getByRole('option');
  await expect(options.first()).toContainText('Employees');
  await search.fill('hiring engineers');
  await options.filter({ hasText: 'Hiring engineers' }).click();
  const wizard = page.getByRole('dialog', { name: 'Add New Data Point' });
  await expect(wizard.getByRole('textbox', { name: /name/i }).first()).toHaveValue('Hiring engineers');
});
