import type { Page } from 'playwright';
import { expect } from './expect.ts';
import { button } from './page-parts.ts';

/** Computing a segment or searching people can wait for other work. */
export const WHILE_IT_RUNS = { timeout: 60_000 };

export const segmentRows = (page: Page) =>
  page.getByRole('grid', { name: 'Companies of the segment' }).getByRole('row', { name: /Included|Removed/ });

export const contactRows = (page: Page) =>
  page.getByRole('grid', { name: 'Contacts of the segment' }).getByRole('row', { name: /Included|Removed|Invalid/ });

/** Chooses the first suggestion for a typed text as the only condition of a new segment. */
export async function chooseCondition(page: Page, field: string, typed: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Choose a data point/ })
    .last()
    .click();
  await page.getByRole('combobox', { name: 'Search data points' }).fill(field);
  await page
    .getByRole('option', { name: new RegExp(`^${field}`) })
    .first()
    .click();
  await page.getByRole('combobox', { name: `Values of ${field}` }).fill(typed);
  await page
    .getByRole('option', { name: new RegExp(`^(?!Add).*${typed}`) })
    .filter({ visible: true })
    .first()
    .click();
  await page.keyboard.press('Escape');
}

/** Limits the edited segment to so many companies, by lot. */
export async function limitTo(page: Page, companies: number): Promise<void> {
  await page.getByRole('switch', { name: 'Limit the number of companies' }).click();
  await page.getByRole('textbox', { name: 'Companies', exact: true }).fill(String(companies));
}

/** Replaces the domains to keep by pasted ones. */
export async function pasteDomains(page: Page, domains: readonly string[]): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(domains.join('\n'))})`);
  await page.getByLabel('Domains to keep').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
}

/** Saves the edited segment and waits until its companies are shown. */
export async function saveAndView(page: Page): Promise<void> {
  await expect(button(page, 'Save segment')).not.toHaveAttribute('aria-disabled', { timeout: 15_000 });
  await button(page, 'Save segment').click();
  await page.waitForURL(/\/segments\/view\//);
  await expect(segmentRows(page).first()).toBeVisible(WHILE_IT_RUNS);
}

/** Reloads the page and shows the search of every persona as running, until `page.unrouteAll`. */
export async function sayThatSearchesRun(page: Page): Promise<void> {
  await page.route(/\/api\/app\/segments\/items\/[^/?]+\?/, async (route) => {
    const response = await route.fetch();
    const { item } = await response.json();
    const segmentPersonas = item.segmentPersonas.map((persona: object) => ({ ...persona, searchStatus: 'RUNNING' }));
    await route.fulfill({ response, json: { item: { ...item, segmentPersonas } } });
  });
  await page.reload();
}

/** Opens the editor of a persona made from a template. */
export async function chooseTemplate(page: Page, template: string): Promise<void> {
  await button(page, 'Add persona').click();
  await page.getByRole('menuitem', { name: 'Use a template' }).click();
  await page
    .getByRole('dialog', { name: 'Use a template' })
    .getByRole('button', { name: new RegExp(`^${template}`) })
    .click();
  await expect(page.getByRole('textbox', { name: 'Name' }).last()).toHaveValue(template);
}
