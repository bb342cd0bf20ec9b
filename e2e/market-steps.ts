import type { Page } from 'playwright';
import { expect } from './expect.ts';
import { button, rowsWithLink, toNumber } from './page-parts.ts';

/** The page of a new market. */
export const NEW_MARKET = '/app/demo/markets/explore/new';

/** The name field in the market editor. */
export const nameField = (page: Page) => page.getByPlaceholder('Untitled market');
/** The value field of a condition. */
export const valueField = (page: Page) => page.getByRole('textbox', { name: 'Value' });
/** A market's row in the list. */
export const rowOf = (page: Page, market: string) => rowsWithLink(page, 'Markets', market);

/** Chooses a data point for the last condition, in the field explorer. */
export async function chooseField(page: Page, field: string): Promise<void> {
  // The button's name ends with the position of the condition.
  await page
    .getByRole('button', { name: /^Choose a data point/ })
    .last()
    .click();
  const explorer = page.getByRole('dialog', { name: 'Choose a data point' });
  await explorer.getByRole('textbox', { name: 'Search data points' }).fill(field);
  await explorer
    .getByRole('button', { name: new RegExp(`^${field}\\b`) })
    .first()
    .click();
}

/** Defines a market of companies with more than this number of employees. */
export async function defineMarket(page: Page, name: string, employees: string): Promise<void> {
  await nameField(page).fill(name);
  await chooseField(page, 'Employee count');
  await valueField(page).fill(employees);
}

/** Saves the market in the editor and waits for it. */
export async function saveMarket(page: Page): Promise<void> {
  await button(page, 'Save market').click();
  await expect(page.getByText('Market saved')).toBeVisible();
  await expect(page).toHaveURL((url) => /\/markets\/explore\/(?!new)/.test(url.pathname));
  // Nothing is left to save, so the toast is not from an earlier save.
  await expect(button(page, 'Save market')).toHaveAttribute('aria-disabled', 'true');
}

/** The number in the name of a preview tab. */
export async function tabCount(page: Page, tab: string): Promise<number> {
  const counted = page.getByRole('tab', { name: new RegExp(`^${tab} \\([\\d,]+\\)$`) });
  return toNumber(await counted.innerText());
}
