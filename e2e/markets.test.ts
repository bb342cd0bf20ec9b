import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage, signIn } from './browser.ts';
import {
  button,
  chooseAction,
  chooseField,
  countCompanies,
  defineMarket,
  NEW_MARKET,
  nameField,
  rowOf,
  saveMarket,
  tabCount,
  valueField,
} from './market-steps.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function open(path: string, email = 'admin@demo.quarry.test') {
  // What fades in or out has other colours for a moment, which axe would find fault with.
  const opened = await openPage(browser, { reducedMotion: 'reduce' });
  await signIn(opened.page, email, path);
  return opened;
}

it('goes from an empty list to a live market whose companies are in the explorer', async () => {
  const { page, context, problems } = await open('/app/demo');
  const before = await countCompanies(page);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Markets/ })
    .click();
  await page.getByRole('heading', { name: "You haven't defined any markets" }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create your first market' }).click();
  await page.getByRole('heading', { name: 'Create market' }).waitFor();
  await page.getByText('No filters provided').waitFor();
  for (const name of ['Preview market', 'Save market', 'Publish market'])
    expect(await button(page, name).getAttribute('aria-disabled'), name).toBe('true');
  await expectAccessible(page);

  // A condition on something that is counted, with a configuration made from a template.
  await chooseField(page, 'Matching jobs');
  const configure = page.getByRole('dialog', { name: 'Configure data point' });
  await configure.getByRole('button', { name: /^Hiring in data/ }).click();
  await configure.getByLabel('Name').fill('Data jobs');
  await expectAccessible(page);
  await configure.getByRole('button', { name: 'Save config' }).click();
  await configure.getByRole('button', { name: 'Select' }).click();
  await configure.waitFor({ state: 'detached' });
  await button(page, 'Save market').click();
  await page.getByText('Please correct any errors before saving').waitFor();
  await page.getByText('Please provide a name for this market').waitFor();
  await page.getByText('Needs a number').waitFor();
  await expectAccessible(page);
  const conditions = page.getByRole('group', { name: /^Condition/ });
  await conditions.first().getByRole('combobox', { name: 'Operator' }).click();
  await page.getByRole('option', { name: 'exists', exact: true }).click();
  await button(page, 'And condition').click();
  await chooseField(page, 'Employee count');
  await valueField(page).fill('1');
  await nameField(page).fill('Hiring in data');

  // Counts by themselves, the preview on demand.
  await page
    .getByText(/companies match · [\d,]+ net new/)
    .first()
    .waitFor();
  await page
    .getByText(/without this condition/)
    .first()
    .waitFor();
  expect(await page.getByTestId('market-in-words').innerText()).toMatch(/Data jobs .* exists and Employee count/);
  await button(page, 'Preview market').click();
  const netNew = await tabCount(page, 'Net new companies');
  expect(netNew).toBeGreaterThan(0);
  expect(await tabCount(page, 'All companies')).toBeGreaterThan(netNew);
  await page.getByRole('grid', { name: 'All companies' }).getByRole('row').nth(20).waitFor();
  await expectAccessible(page);

  await saveMarket(page);
  await page.getByRole('heading', { name: 'Edit market' }).waitFor();
  expect(await tabCount(page, 'Net new companies')).toBe(netNew);
  const address = page.url();
  await button(page, 'Publish market').click();
  const dialog = page.getByRole('dialog', { name: 'Publish market' });
  await dialog.getByText('During beta, changes to markets will be reviewed by the Quarry team').waitFor();
  await dialog.getByText(`Adds ${netNew.toLocaleString('en-US')} net-new companies once`).waitFor();
  expect(await dialog.getByRole('radio', { name: 'Live' }).isChecked()).toBe(false);
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Live' }).check();
  await dialog.getByRole('button', { name: 'Publish market' }).click();
  await page.getByText('Pending Review', { exact: true }).waitFor();
  expect(await button(page, 'Staff: Approve publish').count()).toBe(0);

  const staff = await open(new URL(address).pathname, 'staff@quarry.test');
  await button(staff.page, 'Staff: Approve publish').click();
  await staff.page.getByText('Market published').waitFor();
  await staff.page.getByText('Live', { exact: true }).waitFor();
  expect(await staff.page.getByText('Pending Review', { exact: true }).count()).toBe(0);

  await page.goto('/app/demo/markets');
  await rowOf(page, 'Hiring in data').getByText('Live', { exact: true }).waitFor();
  await rowOf(page, 'Hiring in data')
    .getByText(`${netNew.toLocaleString('en-US')} added`)
    .waitFor({ timeout: 60_000 });
  await button(page, 'More actions for Hiring in data').click();
  const remove = page.getByRole('menuitem', { name: 'Delete market' });
  await remove.hover();
  await page.getByText('Published markets cannot be deleted.').waitFor();
  expect(await remove.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await remove.waitFor({ state: 'detached' });
  await expectAccessible(page);
  await expect.poll(() => countCompanies(page), { timeout: 60_000, interval: 1_000 }).toBe(before + netNew);
  expect([...problems, ...staff.problems]).toEqual([]);
  await staff.context.close();
  await context.close();
}, 240_000);

it('shows the rows behind a number, why a company is in, and keeps both through the first save', async () => {
  const { page, context, problems } = await open(NEW_MARKET);
  await chooseField(page, 'Matching jobs');
  const configure = page.getByRole('dialog', { name: 'Configure data point' });
  await configure.getByRole('button', { name: /^Open sales jobs/ }).click();
  await configure.getByRole('button', { name: 'Select' }).click();
  await valueField(page).fill('0');
  await button(page, 'Preview market').click();
  const first = page.getByRole('grid', { name: 'All companies' }).getByRole('row').nth(1);
  await first.getByRole('button', { name: 'Preview the data behind this data point' }).click();
  const rows = page.getByRole('dialog', { name: /^Previewing Jobs for / });
  await rows.getByText(/^1–\d+ of \d+ rows$/).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await first.getByRole('button', { name: /^Why is .+ in\?$/ }).click();
  const why = page.getByRole('dialog', { name: /^Why is / });
  await why.getByText('It fulfils the conditions of this market.').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'detached' });
  await nameField(page).fill('Sells');
  await saveMarket(page);
  await first.waitFor();
  // An edited configuration changes the draft's version; that is nobody else's save.
  await page.getByRole('button', { name: 'Configuration: Open sales jobs' }).click();
  await button(page, 'Edit').click();
  await configure.getByLabel('Name').fill('Sales jobs');
  await configure.getByRole('button', { name: 'Save config' }).click();
  const confirm = page.getByRole('dialog', { name: 'Save configuration' });
  await confirm.getByText('This change will affect all market definitions using this data point.').waitFor();
  await confirm.getByRole('button', { name: 'Save config' }).click();
  await configure.getByRole('button', { name: 'Select' }).click();
  await valueField(page).fill('1');
  await saveMarket(page);
  await expect.poll(() => page.getByTestId('market-in-words').innerText()).toMatch(/^Sales jobs .* greater than 1$/);
  expect(problems).toEqual([]);
  await context.close();
});

it('clones, renames, finds and deletes markets', async () => {
  const { page, context, problems } = await open(NEW_MARKET);
  await defineMarket(page, 'Large companies', '5k');
  await saveMarket(page);
  await page.getByRole('link', { name: 'All markets' }).click();
  await chooseAction(page, 'Large companies', 'Clone market');
  await page.getByRole('heading', { name: 'Create market' }).waitFor();
  expect(await nameField(page).inputValue()).toBe('Large companies (Clone)');
  expect(await valueField(page).inputValue()).toBe('5,000');
  await nameField(page).fill('LARGE companies');
  await nameField(page).blur();
  await page.getByText('Market name must be unique').waitFor();
  await nameField(page).fill('Very large companies');
  await saveMarket(page);
  await page.getByRole('link', { name: 'All markets' }).click();

  await chooseAction(page, 'Very large companies', 'Rename market');
  const dialog = page.getByRole('dialog', { name: 'Rename Market' });
  const rename = dialog.getByRole('button', { name: 'Rename' });
  expect(await rename.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('Market Name').fill(' ');
  await dialog.getByText('Market name cannot be empty').waitFor();
  await dialog.getByLabel('Market Name').fill('large companies');
  await dialog.getByText('Market name must be unique').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Market Name').fill('Giants');
  await expect.poll(() => rename.getAttribute('aria-disabled')).toBeNull();
  await rename.click();
  await page.getByText('Successfully updated market name').waitFor();
  await rowOf(page, 'Giants').waitFor();

  await page.getByPlaceholder('Search markets').fill('giant');
  await page.waitForURL(/\?search=giant$/);
  await rowOf(page, 'Large companies').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await chooseAction(page, 'Giants', 'Delete market');
  const confirm = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await confirm.getByText('Are you sure you want to delete the "Giants" market?').waitFor();
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Yes, delete' }).click();
  await page.getByText('Market deleted').waitFor();
  await page.getByText('No markets match the provided search term').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('asks before unsaved changes are lost, and can save them on the way', async () => {
  const { page, context, problems } = await open(NEW_MARKET);
  await defineMarket(page, 'Left behind', '100');
  const leave = () => page.getByRole('link', { name: 'All markets' }).click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await leave();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  expect(await nameField(page).inputValue()).toBe('Left behind');
  await leave();
  await question.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/markets$/);
  await page.getByRole('link', { name: 'Left behind', exact: true }).click();
  await valueField(page).fill('200');
  await leave();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('link', { name: 'Left behind', exact: true }).click();
  expect(await valueField(page).inputValue()).toBe('100');
  await leave();
  await page.waitForURL(/\/markets$/);
  expect(problems).toEqual([]);
  await context.close();
});

it('overwrites nobody, and approves only what was looked at', async () => {
  const { page, context, problems } = await open(NEW_MARKET);
  await defineMarket(page, 'Two hands', '1000');
  await saveMarket(page);
  await button(page, 'Publish market').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish market' }).click();
  await page.getByText('Pending Review', { exact: true }).waitFor();

  const staff = await open(new URL(page.url()).pathname, 'staff@quarry.test');
  const field = valueField(staff.page);
  await field.waitFor();
  await valueField(page).fill('2000');
  await saveMarket(page);
  await button(staff.page, 'Staff: Approve publish').click();
  const changed = staff.page.getByRole('dialog', { name: 'This market was changed meanwhile' });
  await changed.getByText('Employee count is greater than 2,000').waitFor();
  await expectAccessible(staff.page);
  await changed.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => field.inputValue()).toBe('2,000');

  await valueField(page).fill('3000');
  await saveMarket(page);
  await field.fill('4000');
  await button(staff.page, 'Save market').click();
  await changed.getByRole('button', { name: 'Keep editing' }).click();
  expect(await field.inputValue()).toMatch(/^4,?000$/);
  await button(staff.page, 'Save market').click();
  await changed.getByRole('button', { name: 'Save mine instead' }).click();
  await staff.page.getByText('Market saved').waitFor();
  await page.reload();
  await expect.poll(() => valueField(page).inputValue()).toBe('4,000');
  expect([...problems, ...staff.problems]).toEqual([]);
  await staff.context.close();
  await context.close();
});

it('is there only for accounts that have it', async () => {
  const { page, context, problems } = await open('/app/acme/markets');
  await page.getByText("You don't have permissions to view this page.").waitFor();
  const pages = page.getByRole('navigation', { name: 'Main' });
  expect(await pages.getByRole('link', { name: /Markets/ }).count()).toBe(0);
  await page.goto(`${inject('quarry').url}/app/demo/markets/explore/nothing-here`);
  await page.getByText('This market does not exist').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
