import type { Page } from 'playwright';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { addCondition, chips, chooseDataPoint, companyTotal, filterPanel, totalBelow } from './explorer-steps.ts';
import { it } from './journey.ts';
import { defineMarket, NEW_MARKET, nameField, saveMarket, valueField } from './market-steps.ts';
import { button, chooseAction, mainLink } from './page-parts.ts';

const unsaved = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' });
const filtersButton = (page: Page) => page.getByRole('button', { name: /^Filters/ });

it('applies filters on Enter, and closes their panel on Escape, one layer at a time', async ({ open }) => {
  const page = await open();
  const all = await companyTotal(page);
  await filtersButton(page).click();
  await chooseDataPoint(page, 'Employees');
  await filterPanel(page).getByRole('textbox', { name: 'Value' }).fill('500');
  await page.keyboard.press('Enter');
  await totalBelow(page, all);
  await expect(filterPanel(page)).toBeVisible();
  await button(page, 'And condition').click();
  const choice = filterPanel(page).getByRole('button', { name: 'Choose a data point' });
  await choice.click();
  await expect(page.getByRole('combobox', { name: 'Search data points' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Search data points' })).toHaveCount(0);
  await expect(choice).toBeFocused();
  await button(page, 'Delete condition 2').click();
  await page.keyboard.press('Escape');
  await expect(filterPanel(page)).toHaveCount(0);
  await expect(filtersButton(page)).toBeFocused();
});

it('never loses edited filters without a word', async ({ open }) => {
  const page = await open();
  const all = await companyTotal(page);
  await filtersButton(page).click();
  await addCondition(page, 'Country', 'US');
  await button(page, 'Apply filters').click();
  const inUs = await totalBelow(page, all);
  await button(page, 'And condition').click();
  await chooseDataPoint(page, 'Employees');
  await valueField(page).fill('50');

  // Neither another search, the removal of a chip, Back nor a reload takes them.
  await chips(page)
    .getByRole('button', { name: /Remove filter: Country/ })
    .click();
  await expect.poll(() => companyTotal(page)).toBe(all);
  await expect(valueField(page)).toHaveValue('50');
  await expect(filterPanel(page).getByRole('group', { name: /^Condition/ })).toHaveCount(1);
  await page.goBack();
  await expect.poll(() => companyTotal(page)).toBe(inUs);
  await expect(valueField(page)).toHaveValue('50');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Your edited filters are back. They are not applied yet.')).toBeVisible();
  await expect(valueField(page)).toHaveValue('50');

  await mainLink(page, 'Tags').click();
  await expect(unsaved(page).getByText('Some filters are edited but not applied.')).toBeVisible();
  await expectAccessible(page);
  await unsaved(page).getByRole('button', { name: 'Stay' }).click();
  await expect(valueField(page)).toHaveValue('50');
  await mainLink(page, 'Tags').click();
  await unsaved(page).getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('heading', { name: 'Tags' })).toBeVisible();
  await page.goBack();
  await expect(chips(page).getByText(/Employees/)).toBeVisible();
});

it('asks before chosen columns are discarded', async ({ open }) => {
  const page = await open();
  await companyTotal(page);
  await button(page, 'Configure columns').click();
  const dialog = page.getByRole('dialog', { name: 'Configure table' });
  await dialog.getByRole('checkbox', { name: /^Industry/ }).click();
  await page.keyboard.press('Escape');
  await expect(unsaved(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(unsaved(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await unsaved(page).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
});

it('asks before a cloned market is left for a new one, whose address only differs in the query', async ({ open }) => {
  const page = await open(NEW_MARKET);
  await defineMarket(page, 'To clone', '70');
  await saveMarket(page);
  await page.goto(NEW_MARKET);
  await expect(nameField(page)).toHaveValue('');
  await mainLink(page, /Markets/).click();
  await chooseAction(page, 'To clone', 'Clone market');
  await expect(nameField(page)).toHaveValue(/To clone/);
  const goBackToNewMarket = () => page.evaluate('history.go(-2)');
  await goBackToNewMarket();
  await unsaved(page).getByRole('button', { name: 'Stay' }).click();
  await expect(nameField(page)).toHaveValue(/To clone/);
  await goBackToNewMarket();
  await unsaved(page).getByRole('button', { name: 'Discard' }).click();
  await expect(nameField(page)).toHaveValue('');
});
