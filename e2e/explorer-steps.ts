import type { Page } from 'playwright';
import { expect } from './expect.ts';
import { formatNumber, toNumber } from './page-parts.ts';

/** The table of the explorer. */
export const companies = (page: Page) => page.getByRole('grid', { name: 'Companies' });
/** The header of a column. */
export const header = (page: Page, column: RegExp) =>
  companies(page).getByRole('columnheader', { name: column }).first();
/** The filter's conditions above the table. */
export const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' });
/** The panel that edits the filters. */
export const filterPanel = (page: Page) => page.getByRole('complementary', { name: 'Filters' });

const totalLine = (page: Page) => page.getByText(/of [\d,]+ compan/).first();

/** The number of companies found. */
export async function companyTotal(page: Page): Promise<number> {
  return toNumber(/of ([\d,]+)/.exec(await totalLine(page).innerText())?.[1] ?? '');
}

export async function expectTotal(page: Page, total: number, options: { timeout?: number } = {}): Promise<void> {
  await expect(totalLine(page)).toContainText(`of ${formatNumber(total)} compan`, options);
}

/** Waits until the total drops below `before`, and returns it. */
export async function totalBelow(page: Page, before: number): Promise<number> {
  await expect.poll(() => companyTotal(page)).toBeLessThan(before);
  return companyTotal(page);
}

/** Chooses a data point for the last condition in the filter panel. */
export async function chooseDataPoint(page: Page, field: string): Promise<void> {
  await filterPanel(page)
    .getByRole('button', { name: /^Choose a data point/ })
    .last()
    .click();
  await page.getByRole('combobox', { name: 'Search data points' }).fill(field);
  await page
    .getByRole('option', { name: new RegExp(`^${field}`) })
    .first()
    .click();
}

/** Adds a condition in the filter panel, choosing the first suggestion for the typed text. */
export async function addCondition(page: Page, field: string, typed: string): Promise<void> {
  await chooseDataPoint(page, field);
  await filterPanel(page)
    .getByRole('combobox', { name: `Values of ${field}` })
    .fill(typed);
  await page
    .getByRole('option', { name: new RegExp(`^(?!Add).*${typed}`) })
    .filter({ visible: true })
    .first()
    .click();
  await page.keyboard.press('Escape');
}

/** Chooses an action from the menu of a column. */
export async function chooseFromMenu(page: Page, column: RegExp, item: string): Promise<void> {
  await openMenu(page, column);
  await page.getByRole('menuitem', { name: item }).click();
}

export async function openMenu(page: Page, column: RegExp): Promise<void> {
  await header(page, column)
    .getByRole('button', { name: /menu|options/i })
    .click();
}
