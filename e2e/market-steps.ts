import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Where a new market is defined. */
export const NEW_MARKET = '/app/demo/markets/explore/new';

/** The field of a market's name in the editor. */
export const nameField = (page: Page) => page.getByPlaceholder('Untitled market');
/** The field of the value of a condition. */
export const valueField = (page: Page) => page.getByRole('textbox', { name: 'Value' });
/** A button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** A market's row in the list. */
export const rowOf = (page: Page, market: string) =>
  page
    .getByRole('grid', { name: 'Markets' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: market, exact: true }) });

/** Chooses a data point for the last condition, in the field explorer. */
export async function chooseField(page: Page, field: string): Promise<void> {
  // Its name goes on with the place of the condition.
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

/** Fills a new market in: a name, and more than so many employees. */
export async function defineMarket(page: Page, name: string, employees: string): Promise<void> {
  await nameField(page).fill(name);
  await chooseField(page, 'Employee count');
  await valueField(page).fill(employees);
}

/** Saves the market in the editor and waits until it is saved. */
export async function saveMarket(page: Page): Promise<void> {
  await button(page, 'Save market').click();
  await page.getByText('Market saved').waitFor();
  await page.waitForURL((url) => /\/markets\/explore\/(?!new)/.test(url.pathname));
  // Nothing is left to save, so this was not the toast of an earlier time.
  await expect.poll(() => button(page, 'Save market').getAttribute('aria-disabled')).toBe('true');
}

/** Chooses from the menu of a market in the list. */
export async function chooseAction(page: Page, market: string, action: string): Promise<void> {
  await button(page, `More actions for ${market}`).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** How many companies the explorer has. */
export async function countCompanies(page: Page): Promise<number> {
  await page.goto('/app/demo');
  const line = page.getByText(/of [\d,]+ companies/).first();
  return Number(/of ([\d,]+) companies/.exec(await line.innerText())?.[1]?.replaceAll(',', ''));
}

/** The number in the name of a tab of the preview. */
export async function tabCount(page: Page, tab: string): Promise<number> {
  const counted = page.getByRole('tab', { name: new RegExp(`^${tab} \\([\\d,]+\\)$`) });
  return Number((await counted.innerText()).replaceAll(/\D/g, ''));
}
