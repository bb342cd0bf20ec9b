import type { Page } from 'playwright';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { companyTotal } from './explorer-steps.ts';
import { it, STAFF } from './journey.ts';
import {
  chooseField,
  defineMarket,
  NEW_MARKET,
  nameField,
  rowOf,
  saveMarket,
  tabCount,
  valueField,
} from './market-steps.ts';
import { button, chooseAction, formatNumber, link, mainLink } from './page-parts.ts';

const inWords = (page: Page) => page.getByTestId('market-in-words');

it('goes from an empty list to a live market whose companies are in the explorer', async ({ open }) => {
  const page = await open('/app/demo');
  const before = await companyTotal(page);
  await mainLink(page, /Markets/).click();
  await expect(page.getByRole('heading', { name: "You haven't defined any markets" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create your first market' }).click();
  await expect(page.getByRole('heading', { name: 'Create market' })).toBeVisible();
  await expect(page.getByText('No filters provided')).toBeVisible();
  for (const name of ['Preview market', 'Save market', 'Publish market'])
    await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);

  // A condition on a dynamic data point, with a configuration from a template.
  await chooseField(page, 'Matching jobs');
  const configure = page.getByRole('dialog', { name: 'Configure data point' });
  await configure.getByRole('button', { name: /^Hiring in data/ }).click();
  await configure.getByLabel('Name').fill('Data jobs');
  await expectAccessible(page);
  await configure.getByRole('button', { name: 'Save config' }).click();
  await configure.getByRole('button', { name: 'Select' }).click();
  await expect(configure).toHaveCount(0);
  // A count starts with at least one.
  await expect(valueField(page)).toHaveValue('1');
  await valueField(page).fill('');
  await button(page, 'Save market').click();
  await expect(page.getByText('Please correct any errors before saving')).toBeVisible();
  await expect(page.getByText('Please provide a name for this market')).toBeVisible();
  await expect(page.getByText('Enter a number')).toBeVisible();
  await expectAccessible(page);
  const conditions = page.getByRole('group', { name: /^Condition/ });
  await conditions.first().getByRole('combobox', { name: 'Operator' }).click();
  await page.getByRole('option', { name: 'exists', exact: true }).click();
  await button(page, 'And condition').click();
  await chooseField(page, 'Employee count');
  await valueField(page).fill('1');
  await nameField(page).fill('Hiring in data');

  // Figures and preview follow the edits.
  await expect(page.getByText(/companies match · [\d,]+ net new/).first()).toBeVisible();
  await expect(page.getByText(/without this condition/).first()).toBeVisible();
  await expect(inWords(page)).toHaveText(/Data jobs .* exists and Employee count/, { useInnerText: true });
  const netNew = await tabCount(page, 'Net new companies');
  expect(netNew).toBeGreaterThan(0);
  const change = page.getByText(/^[+−±][\d,]+ since the last edit$/).first();
  await valueField(page).fill('100');
  await expect(change).toHaveText(/^−/, { useInnerText: true });
  await expect.poll(() => tabCount(page, 'Net new companies')).toBeLessThan(netNew);
  await valueField(page).fill('1');
  await expect(change).toHaveText(/^\+/, { useInnerText: true });
  await expect.poll(() => tabCount(page, 'Net new companies')).toBe(netNew);
  expect(await tabCount(page, 'All companies')).toBeGreaterThan(netNew);
  await expect(page.getByRole('grid', { name: 'All companies' }).getByRole('row').nth(20)).toBeVisible();
  await expectAccessible(page);

  await saveMarket(page);
  await expect(page.getByRole('heading', { name: 'Edit market' })).toBeVisible();
  expect(await tabCount(page, 'Net new companies')).toBe(netNew);
  const address = page.url();
  await button(page, 'Publish market').click();
  const dialog = page.getByRole('dialog', { name: 'Publish market' });
  await expect(dialog.getByText('During beta, changes to markets will be reviewed by the Quarry team')).toBeVisible();
  await expect(dialog.getByText(`Adds ${formatNumber(netNew)} net-new companies once`)).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Live' })).not.toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Live' }).check();
  await dialog.getByRole('button', { name: 'Publish market' }).click();
  await expect(page.getByText('Pending Review', { exact: true })).toBeVisible();
  await expect(button(page, 'Staff: Approve publish')).toHaveCount(0);

  const staff = await open(new URL(address).pathname, STAFF);
  await button(staff, 'Staff: Approve publish').click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(staff.getByText('Market published')).toBeVisible();
  await expect(staff.getByText('Live', { exact: true })).toBeVisible();
  await expect(staff.getByText('Pending Review', { exact: true })).toHaveCount(0);

  // Once its companies are in the dataset, none is net new, on every page that shows the market.
  for (const editor of [staff, page])
    await expect(editor.getByText(/companies match · 0 net new/).first()).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('Your dataset has changed since this preview')).toBeVisible();
  await button(page, 'Refresh preview').click();
  expect(await tabCount(page, 'Net new companies')).toBe(0);

  await conditions.first().getByRole('combobox', { name: 'Operator' }).click();
  await page.getByRole('option', { name: 'not exists', exact: true }).click();
  await saveMarket(page);
  await expect(page.getByText('Unpublished changes', { exact: true })).toBeVisible();

  await page.goto('/app/demo/markets');
  await expect(rowOf(page, 'Hiring in data').getByText('Live', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Hiring in data').getByText('Unpublished changes', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Hiring in data').getByText(`${formatNumber(netNew)} added`)).toBeVisible({
    timeout: 60_000,
  });
  await button(page, 'More actions for Hiring in data').click();
  const remove = page.getByRole('menuitem', { name: 'Delete market' });
  await remove.hover();
  await expect(page.getByText('Published markets cannot be deleted.')).toBeVisible();
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(remove).toHaveCount(0);
  await expectAccessible(page);
  const totalNow = async () => {
    await page.goto('/app/demo');
    return companyTotal(page);
  };
  await expect.poll(totalNow, { timeout: 60_000, intervals: [1_000] }).toBe(before + netNew);
}, 240_000);

it('shows the rows behind a number and why a company matches, and keeps the preview after the first save', async ({
  open,
}) => {
  const page = await open(NEW_MARKET);
  await chooseField(page, 'Matching jobs');
  const configure = page.getByRole('dialog', { name: 'Configure data point' });
  await configure.getByRole('button', { name: /^Open sales jobs/ }).click();
  await configure.getByRole('button', { name: 'Select' }).click();
  await button(page, 'Preview market').click();
  const first = page.getByRole('grid', { name: 'All companies' }).getByRole('row').nth(1);
  await first.getByRole('button', { name: 'Preview the data behind this data point' }).click();
  const rows = page.getByRole('dialog', { name: /^Previewing Jobs for / });
  await expect(rows.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await first.getByRole('button', { name: /^Why is .+ in\?$/ }).click();
  const why = page.getByRole('dialog', { name: /^Why is / });
  await expect(why.getByText('It meets the conditions of this market.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(why).toHaveCount(0);
  await nameField(page).fill('Sells');
  await saveMarket(page);
  await expect(first).toBeVisible();
  // Editing a configuration increments the draft's version, which is not a conflict.
  await page.getByRole('button', { name: 'Configuration: Open sales jobs' }).click();
  await button(page, 'Edit').click();
  await configure.getByLabel('Name').fill('Sales jobs');
  await configure.getByRole('button', { name: 'Save config' }).click();
  const confirm = page.getByRole('dialog', { name: 'Save configuration' });
  await expect(
    confirm.getByText('This change will affect all market definitions using this data point.'),
  ).toBeVisible();
  await confirm.getByRole('button', { name: 'Save config' }).click();
  await configure.getByRole('button', { name: 'Select' }).click();
  await valueField(page).fill('2');
  await saveMarket(page);
  await expect(inWords(page)).toHaveText(/^Sales jobs .* at least 2$/, { useInnerText: true });
});

it('clones, renames, finds and deletes markets', async ({ open }) => {
  const page = await open(NEW_MARKET);
  await defineMarket(page, 'Large companies', '5k');
  await saveMarket(page);
  await page.getByRole('link', { name: 'All markets' }).click();
  await chooseAction(page, 'Large companies', 'Clone market');
  await expect(page.getByRole('heading', { name: 'Create market' })).toBeVisible();
  await expect(nameField(page)).toHaveValue('Large companies (Clone)');
  await expect(valueField(page)).toHaveValue('5,000');
  await nameField(page).fill('LARGE companies');
  await nameField(page).blur();
  await expect(page.getByText('Market name must be unique')).toBeVisible();
  await nameField(page).fill('Very large companies');
  await saveMarket(page);
  await page.getByRole('link', { name: 'All markets' }).click();

  await chooseAction(page, 'Very large companies', 'Rename market');
  const dialog = page.getByRole('dialog', { name: 'Rename Market' });
  const rename = dialog.getByRole('button', { name: 'Rename' });
  await expect(rename).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Market Name').fill(' ');
  await expect(dialog.getByText('Market name cannot be empty')).toBeVisible();
  await dialog.getByLabel('Market Name').fill('large companies');
  await expect(dialog.getByText('Market name must be unique')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Market Name').fill('Giants');
  await expect(rename).not.toHaveAttribute('aria-disabled');
  await rename.click();
  await expect(page.getByText('Successfully updated market name')).toBeVisible();
  await expect(rowOf(page, 'Giants')).toBeVisible();

  await page.getByPlaceholder('Search markets').fill('giant');
  await expect(page).toHaveURL(/\?search=giant$/);
  await expect(rowOf(page, 'Large companies')).toHaveCount(0);
  await expectAccessible(page);
  await chooseAction(page, 'Giants', 'Delete market');
  const confirm = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect(confirm.getByText('Are you sure you want to delete the "Giants" market?')).toBeVisible();
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByText('Market deleted')).toBeVisible();
  await expect(page.getByText('No markets match the provided search term')).toBeVisible();
});

it('asks before discarding unsaved changes, and can save them', async ({ open }) => {
  const page = await open(NEW_MARKET);
  await defineMarket(page, 'Left behind', '100');
  const leave = () => page.getByRole('link', { name: 'All markets' }).click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await leave();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(nameField(page)).toHaveValue('Left behind');
  await leave();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/markets$/);
  await link(page, 'Left behind').click();
  await valueField(page).fill('200');
  await leave();
  await question.getByRole('button', { name: 'Discard' }).click();
  await link(page, 'Left behind').click();
  await expect(valueField(page)).toHaveValue('100');
  await leave();
  await expect(page).toHaveURL(/\/markets$/);
});

it('prevents overwriting and approving changes that were not seen', async ({ open }) => {
  const page = await open(NEW_MARKET);
  await defineMarket(page, 'Two hands', '1000');
  await saveMarket(page);
  await button(page, 'Publish market').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish market' }).click();
  await expect(page.getByText('Pending Review', { exact: true })).toBeVisible();

  const staff = await open(new URL(page.url()).pathname, STAFF);
  const field = valueField(staff);
  await expect(field).toBeVisible();
  await valueField(page).fill('2000');
  await saveMarket(page);
  await button(staff, 'Staff: Approve publish').click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  const changed = staff.getByRole('dialog', { name: 'Someone else changed this market' });
  await expect(changed.getByText('Employee count is at least 2,000')).toBeVisible();
  await expectAccessible(staff);
  await changed.getByRole('button', { name: 'Reload' }).click();
  await expect(field).toHaveValue('2,000');

  await valueField(page).fill('3000');
  await saveMarket(page);
  await field.fill('4000');
  await button(staff, 'Save market').click();
  await changed.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field).toHaveValue(/^4,?000$/);
  await button(staff, 'Save market').click();
  await changed.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(staff.getByText('Market saved')).toBeVisible();
  await page.reload();
  await expect(valueField(page)).toHaveValue('4,000');
});

it('is available only to accounts with the feature', async ({ open }) => {
  const page = await open('/app/acme/markets');
  await expect(page.getByText("You don't have permissions to view this page.")).toBeVisible();
  await expect(mainLink(page, /Markets/)).toHaveCount(0);
  await page.goto('/app/demo/markets/explore/nothing-here');
  await expect(page.getByText('This market does not exist')).toBeVisible();
});
