import type { Page } from 'playwright';

/** A button by its exact name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A link by its exact name. */
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** A link of the main navigation. */
export const mainLink = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

/** The rows of a table with a link of this name. */
export const rowsWithLink = (page: Page, table: string, name: string) =>
  page
    .getByRole('grid', { name: table, exact: true })
    .getByRole('row')
    .filter({ has: link(page, name) });

/** Chooses an action from the menu of a list's row. */
export async function chooseAction(page: Page, rowName: string, action: string): Promise<void> {
  await button(page, `More actions for ${rowName}`).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Parses a number with thousands separators from a text. */
export const toNumber = (text: string) => Number(text.replaceAll(/\D/g, ''));

/** A number as the pages format it. */
export const formatNumber = (value: number) => value.toLocaleString('en-US');
