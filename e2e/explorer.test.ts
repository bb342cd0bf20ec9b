import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage, signIn } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const grid = (page: Page) => page.getByRole('grid', { name: 'Companies' });
const total = async (page: Page): Promise<number> =>
  Number(
    /of ([\d,]+) companies/
      .exec(
        await page
          .getByText(/of [\d,]+ companies/)
          .first()
          .innerText(),
      )?.[1]
      ?.replaceAll(',', ''),
  );

async function openExplorer(email = 'admin@demo.quarry.test', options: Parameters<Browser['newContext']>[0] = {}) {
  const opened = await openPage(browser, options);
  await signIn(opened.page, email);
  await grid(opened.page).getByRole('row').nth(5).waitFor();
  return opened;
}

/** Makes the person a newcomer again, whatever other journeys did in the same account. */
async function forgetSettings(page: Page): Promise<void> {
  const asked = page.waitForRequest((request) => request.url().includes('/api/app/'));
  await page.reload();
  const authorization = await (await asked).headerValue('authorization');
  const answer = await page.request.put('/api/app/user-settings?client=demo', {
    headers: { authorization: authorization ?? '' },
    data: {},
  });
  expect(answer.status()).toBe(200);
  await page.reload();
  await grid(page).getByRole('row').nth(5).waitFor();
}

it('finds companies by name, filters them, and shares what it shows by address', async () => {
  const { page, context, problems } = await openExplorer();
  await forgetSettings(page);
  const all = await total(page);
  const checklist = page.getByRole('region', { name: 'Getting started' });
  await checklist.waitFor();
  await expectAccessible(page);

  await page.keyboard.press('/');
  await page.keyboard.type('labs');
  await page.keyboard.press('Enter');
  await expect.poll(() => total(page)).toBeLessThan(all);
  await page.getByPlaceholder('Search name or domain').fill('');
  await page.keyboard.press('Enter');
  await expect.poll(() => total(page)).toBe(all);

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('complementary', { name: 'Filters' }).waitFor();
  expect(page.url()).toContain('#show-filters');
  await expectAccessible(page);
  await addRule(page, 'Country', 'US');
  await page
    .getByRole('button', { name: /^(Apply|Search)/ })
    .last()
    .click();
  await expect.poll(() => total(page)).toBeLessThan(all);
  const filtered = await total(page);
  // Ticked off, or gone with the last step.
  await expect.poll(() => checklist.getByRole('button', { name: 'Filter companies', exact: true }).count()).toBe(0);

  const other = await openExplorer('user@demo.quarry.test');
  await other.page.goto(page.url());
  await expect.poll(() => total(other.page)).toBe(filtered);
  expect([...problems, ...other.problems]).toEqual([]);
  await other.context.close();
  await context.close();
});

async function addRule(page: Page, field: string, value: string): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Filters' });
  await panel
    .getByRole('button', { name: /choose a data point|data point/i })
    .first()
    .click();
  await page
    .getByPlaceholder(/search/i)
    .last()
    .fill(field);
  await page
    .getByRole('option', { name: new RegExp(`^${field}`) })
    .first()
    .click();
  await panel.getByRole('combobox', { name: /value/i }).last().fill(value);
  await page
    .getByRole('option', { name: new RegExp(`^(?!Add).*${value}`) })
    .first()
    .click();
  await page.keyboard.press('Escape');
}

it('shows the page that the README shows', async () => {
  const { page, context, problems } = await openExplorer();
  const all = await total(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  await addRule(page, 'Country', 'US');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect.poll(() => total(page)).toBeLessThan(all);
  await page.getByRole('tab', { name: /^All companies [\d,]+$/ }).waitFor();
  await page
    .getByText(/Country is one of/)
    .first()
    .waitFor();
  if (process.env.QUARRY_SCREENSHOTS !== undefined) await page.screenshot({ path: 'docs/explorer.png' });
  expect(problems).toEqual([]);
  await context.close();
});

it('sorts by a column, and by clicking the sort again returns to the order of ids', async () => {
  const { page, context, problems } = await openExplorer();
  const menu = async (item: string) => {
    await grid(page)
      .getByRole('columnheader', { name: /Industry/ })
      .first()
      .getByRole('button', { name: /menu|options/i })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Sort Ascending');
  await expect
    .poll(() =>
      grid(page)
        .getByRole('columnheader', { name: /Industry/ })
        .first()
        .getAttribute('aria-sort'),
    )
    .toBe('ascending');
  await menu('Sort Ascending');
  await expect.poll(() => decodeURIComponent(page.url())).toContain('__company_id');
  expect(problems).toEqual([]);
  await context.close();
});

it('shows a company and a data point in drawers, in light and dark', async () => {
  const { page, context, problems } = await openExplorer();
  await grid(page).getByRole('row').nth(1).getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Overview' }).waitFor();
  await expectAccessible(page);
  await drawer.getByRole('tab', { name: 'Contacts' }).click();
  await drawer.getByRole('tab', { name: 'Sync Status' }).click();
  await drawer.getByText('No CRM integrations set up, please connect your CRM').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });

  await grid(page)
    .getByRole('columnheader', { name: /Industry/ })
    .first()
    .getByRole('button', { name: /menu|options/i })
    .click();
  await page.getByRole('menuitem', { name: 'Explore data point' }).click();
  for (const figure of ['Coverage', 'Missing values', 'Unique Values'])
    await page.getByRole('dialog').getByText(figure, { exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /dark/i }).click();
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await context.close();
});

it('lets an admin rename a data point and set the columns for everybody, and a user neither', async () => {
  const { page, context, problems } = await openExplorer();
  const openMenu = (on: Page, column: RegExp) =>
    grid(on)
      .getByRole('columnheader', { name: column })
      .first()
      .getByRole('button', { name: /menu|options/i })
      .click();
  await openMenu(page, /Industry/);
  await page.getByRole('menuitem', { name: 'Rename data point' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename Data Point' });
  const name = dialog.getByRole('textbox');
  await name.fill('');
  await dialog.getByText('Name cannot be empty').waitFor();
  await name.fill('Sector of work');
  await dialog.getByRole('button', { name: /rename|save/i }).click();
  await grid(page)
    .getByRole('columnheader', { name: /Sector of work/ })
    .waitFor();

  const user = await openExplorer('user@demo.quarry.test');
  await openMenu(user.page, /Sector of work/);
  await user.page.getByRole('menuitem', { name: 'Explore data point' }).waitFor();
  expect(await user.page.getByRole('menuitem', { name: 'Rename data point' }).count()).toBe(0);
  // Other journeys know it by its first name.
  await openMenu(page, /Sector of work/);
  await page.getByRole('menuitem', { name: 'Rename data point' }).click();
  await name.fill('Industry');
  await dialog.getByRole('button', { name: /rename|save/i }).click();
  await grid(page)
    .getByRole('columnheader', { name: /Industry/ })
    .first()
    .waitFor();
  expect([...problems, ...user.problems]).toEqual([]);
  await user.context.close();
  await context.close();
});

it('can be worked with the keyboard alone', async () => {
  const { page, context, problems } = await openExplorer();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.press('Escape');
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('tab', { name: 'Overview' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('?');
  await page
    .getByRole('dialog')
    .getByText(/keyboard|keys/i)
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
