import type { Page } from 'playwright-core';

/** A button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The table of the explorer. */
export const companies = (page: Page) => page.getByRole('grid', { name: 'Companies' });
/** A tag's row in the list. */
export const rowOf = (page: Page, tag: string) =>
  page
    .getByRole('grid', { name: 'Tags' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: tag, exact: true }) });
/** The conditions that the explorer shows above its table. */
export const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' });
const number = (text: string | null) => Number(text?.replaceAll(/\D/g, ''));

/** How many companies the explorer found. */
export async function total(page: Page): Promise<number> {
  const text = page.getByText(/of [\d,]+ compan/).first();
  return number(/of ([\d,]+)/.exec(await text.innerText())?.[1] ?? null);
}

/** How many companies carry a tag, once its row says so. */
export async function companyCount(page: Page, tag: string): Promise<number> {
  const row = rowOf(page, tag);
  await row.waitFor();
  await row.getByText('Updating...').waitFor({ state: 'detached', timeout: 20_000 });
  return number(await row.getByRole('gridcell').nth(1).innerText());
}

/** Adds a condition in the open filter panel, with the first suggestion for the typed text. */
export async function addCondition(page: Page, field: string, typed: string): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Filters' });
  await panel
    .getByRole('button', { name: /^Choose a data point/ })
    .last()
    .click();
  await page.getByRole('combobox', { name: 'Search data points' }).fill(field);
  await page
    .getByRole('option', { name: new RegExp(`^${field}`) })
    .first()
    .click();
  await panel.getByRole('combobox', { name: `Values of ${field}` }).fill(typed);
  await page
    .getByRole('option', { name: new RegExp(`^(?!Add).*${typed}`) })
    .filter({ visible: true })
    .first()
    .click();
  await page.keyboard.press('Escape');
}
