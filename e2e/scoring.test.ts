import type { Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { writeRulesHash } from '../apps/web/src/features/scoring/rules-hash.ts';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { companies, companyTotal } from './explorer-steps.ts';
import { it, signIn } from './journey.ts';
import { makeOwnAccount, type OwnAccount } from './own-account.ts';
import { button, chooseAction, formatNumber, mainLink, rowsWithLink, toNumber } from './page-parts.ts';

const COMPUTED = { timeout: 40_000 };

let account: OwnAccount;
beforeAll(async () => {
  account = await makeOwnAccount('ranking', {
    fieldDefinitions: [
      { internalName: 'firmographics/primary_domain', externalName: 'domain', displayName: 'Domain' },
      { internalName: 'firmographics/company_name', externalName: 'name', displayName: 'Company name' },
      { internalName: 'firmographics/country', externalName: 'country', displayName: 'Country' },
      { internalName: 'firmographics/employee_count', externalName: 'employees', displayName: 'Employees' },
    ],
  });
  await account.build();
}, 120_000);
afterAll(() => account.close());

const rowOf = (page: Page, name: string) => rowsWithLink(page, 'Scoring fields', name);
const rule = (page: Page, place: number) => page.getByRole('group', { name: `Condition ${place}`, exact: true });
const points = (page: Page, place: number) => page.getByLabel(`Points of rule ${place} as a number`);
const bars = (page: Page) => page.getByRole('group', { name: 'Companies by score' }).getByRole('button');
const ranked = (page: Page, fit: 'Best' | 'Worst') => page.getByRole('grid', { name: `${fit}-fit companies` });
const save = (page: Page) => button(page, 'Save').first();
const unsaved = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' });

/** The numbers in a column of a table of companies, top down. */
async function columnOf(table: ReturnType<typeof companies>, column: number): Promise<number[]> {
  const texts = await table.locator(`[aria-colindex="${column}"][role="gridcell"]`).allInnerTexts();
  return texts.map((text) => Number(text.split('\n').at(-1)?.replace('−', '-')));
}

async function chooseField(page: Page, place: number, field: string): Promise<void> {
  await rule(page, place).getByRole('button', { name: 'Choose a data point' }).click();
  await page.getByRole('combobox', { name: 'Search data points' }).fill(field);
  await page
    .getByRole('option', { name: new RegExp(`^${field}`) })
    .first()
    .click();
}

it('ranks companies by a scoring field, explains their scores and deletes it', async ({ newPage }) => {
  const page = await newPage();
  await signIn(page, account.admin, '/app/ranking/scoring');
  await expect(page.getByRole('heading', { name: "You don't have any scoring fields" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create your first scoring field' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Quarry Score 1');
  await expect(page.getByText('Please set a name and select at least one filter')).toBeVisible();
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');

  // Rules, points and their labels.
  await chooseField(page, 1, 'Employees');
  await rule(page, 1).getByRole('textbox', { name: 'Value' }).fill('500');
  await points(page, 1).fill('7');
  await expect(rule(page, 1).getByText('positive', { exact: true })).toBeVisible();
  await button(page, 'Add rule').click();
  await chooseField(page, 2, 'Country');
  await rule(page, 2).getByRole('combobox', { name: 'Values of Country' }).fill('US');
  await page
    .getByRole('option', { name: /United States/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  const slider = page.getByRole('slider', { name: 'Points of rule 2', exact: true });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(points(page, 2)).toHaveValue('-10');
  await expect(rule(page, 2).getByText('very negative')).toBeVisible();

  // The chart has every company once, and the table the best or the worst first.
  await expect(bars(page).first()).toHaveAccessibleName(/^Score −10: /);
  const labels = await Promise.all((await bars(page).all()).map((bar) => bar.getAttribute('aria-label')));
  const counts = labels.map((label) => toNumber(/: ([\d,]+) compan/.exec(label ?? '')?.[1] ?? ''));
  const total = counts.reduce((sum, count) => sum + count, 0);
  await expect(page.getByText(`${formatNumber(total)} companies`, { exact: true })).toBeVisible();
  await expect.poll(async () => (await columnOf(ranked(page, 'Best'), 2))[0]).toBe(7);
  await page.getByText('Worst-fit', { exact: true }).click();
  await expect.poll(async () => (await columnOf(ranked(page, 'Worst'), 2))[0]).toBe(-10);
  await expectAccessible(page);

  // A bar selects its scores, by mouse and by keyboard.
  await bars(page).last().focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => new Set(await columnOf(ranked(page, 'Worst'), 2))).toEqual(new Set([7]));
  await page.keyboard.press('Shift+Home');
  await expect(button(page, 'Show all scores, not only Scores −10 to 7')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Show all scores/ })).toHaveCount(0);
  await bars(page).first().click();
  await button(page, 'Show all scores, not only Score −10').click();

  // Looking up domains is remembered, and so are unsaved rules.
  await page.getByText('Best-fit', { exact: true }).click();
  const best = ranked(page, 'Best').getByRole('row').nth(1);
  await expect(best).toContainText('.example');
  const domain = /[\w.-]+\.example/.exec(await best.innerText())?.[0] ?? '';
  const domains = page.getByRole('textbox', { name: 'Search by domains' });
  await domains.fill(`https://www.${domain}\nunknown.example`);
  await expect(ranked(page, 'Best').getByRole('row')).toHaveCount(2);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
  await expect(ranked(page, 'Best').getByRole('row')).toHaveCount(2);
  await domains.fill('');
  await page.getByRole('textbox', { name: 'Name' }).fill('Fit');
  const configs = /\/api\/app\/scoring\/configs(\/[^/]*)?(\?.*)?$/;
  const fail = () =>
    page.route(configs, (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()));
  await fail();
  await save(page).click();
  await expect(page.getByText('Error saving scoring field')).toBeVisible();
  await page.unroute(configs);
  await save(page).click();
  await expect(page.getByText('Scoring field saved')).toBeVisible();
  await expect(page).not.toHaveURL(/\/new$/);
  await expect(page.getByText('Updating...')).toBeVisible();
  await expect(page.getByText('Updating...')).toHaveCount(0, COMPUTED);

  // An edit shows what it changes; leaving asks what should happen to it.
  await points(page, 1).fill('9');
  await expect(page.getByText('Your edit changes')).toBeVisible();
  await expect(page.getByText('saved', { exact: true })).toBeVisible();
  await mainLink(page, 'Scoring fields').click();
  await unsaved(page).getByRole('button', { name: 'Discard' }).click();
  await expect(rowOf(page, 'Fit').getByText('default')).toBeVisible();
  await button(page, 'More actions for Fit').click();
  const makeDefault = page.getByRole('menuitem', { name: 'Make default' });
  await expect(makeDefault).toHaveAttribute('aria-disabled', 'true');
  await makeDefault.hover();
  await expect(page.getByText('This is the default scoring field')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);

  // The column comes first in the explorer, ranks it, and explains each score.
  await mainLink(page, 'Companies').click();
  expect(await companyTotal(page)).toBe(total);
  await expect(companies(page).getByRole('columnheader').nth(2)).toContainText('Fit');
  await expect.poll(async () => (await columnOf(companies(page), 3))[0]).toBe(7);
  await companies(page).getByText('7', { exact: true }).first().hover();
  const receipt = page.getByTestId('score-receipt');
  await expect(receipt.getByText('Employees is at least 500')).toBeVisible();
  await expect(receipt.getByText('+7')).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(receipt).toHaveCount(0);
  await companies(page)
    .getByRole('columnheader')
    .nth(2)
    .click({ position: { x: 20, y: 15 } });
  await expect(companies(page).getByRole('columnheader').nth(2)).toHaveAttribute('aria-sort', 'descending');
  await companies(page).getByRole('rowheader').getByRole('link').first().click();
  await button(page, 'Why this score: Fit').click();
  await expect(
    page.getByRole('list', { name: 'Rules of Fit' }).getByText(/^(Not met|Could not be judged)/),
  ).toBeVisible();
  await expect(page.getByText('The score has not changed since it was first calculated')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // The history says what new rules did to a company.
  await mainLink(page, 'Scoring fields').click();
  await rowOf(page, 'Fit').getByRole('link', { name: 'Fit', exact: true }).click();
  await points(page, 1).fill('8');
  await save(page).click();
  await expect(page.getByText('Updating...')).toBeVisible();
  await expect(page.getByText('Updating...')).toHaveCount(0, COMPUTED);
  await mainLink(page, 'Companies').click();
  await expect.poll(async () => (await columnOf(companies(page), 3))[0]).toBe(8);
  await companies(page).getByRole('rowheader').getByRole('link').first().click();
  await button(page, 'Why this score: Fit').click();
  const change = page.getByRole('list', { name: 'Changes of Fit' }).getByRole('listitem').first();
  await expect(change.getByText('7 → 8', { exact: true })).toBeVisible();
  await expect(change.getByText('The rules changed')).toBeVisible();
  await expect(change.getByRole('listitem')).toContainText(/Employees is at least 500.*\+7 → \+8/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await mainLink(page, 'Scoring fields').click();
  await chooseAction(page, 'Fit', 'Delete');
  const confirm = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect(confirm.getByText('Are you sure you want to delete the "Fit" scoring field?')).toBeVisible();
  await fail();
  await confirm.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByText('Error deleting scoring field')).toBeVisible();
  await page.unroute(configs);
  await confirm.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByText('Scoring field deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: "You don't have any scoring fields" })).toBeVisible();
  await mainLink(page, 'Companies').click();
  await companyTotal(page);
  await expect(companies(page).getByRole('columnheader', { name: 'Fit' })).toHaveCount(0);
}, 240_000);

it('starts with the rules of an analysis, and is usable on a phone', async ({ newPage }) => {
  const rules = [
    { id: 'large', field: 'employees', operator: 'gte', value: 1_000, score: 6 },
    { id: 'german', field: 'country', operator: 'isOneOf', value: ['DE'], score: -2 },
  ];
  const page = await newPage();
  const hash = writeRulesHash({ rules, reportId: null });
  await signIn(page, account.member, '/app/ranking/scoring');
  await page.goto(`/app/ranking/scoring/new#${hash}`);
  await expect(points(page, 1)).toHaveValue('6');
  await expect(rule(page, 2).getByText('Germany')).toBeVisible();
  await expect(bars(page).last()).toHaveAccessibleName(/^Score 6: /);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(ranked(page, 'Best').getByRole('row').nth(1)).toBeVisible();
  expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
  await expectAccessible(page);
  // They are not saved yet.
  await page.getByRole('link', { name: 'All scoring fields' }).click();
  await unsaved(page).getByRole('button', { name: 'Stay' }).click();
  await expect(points(page, 1)).toHaveValue('6');
}, 120_000);
