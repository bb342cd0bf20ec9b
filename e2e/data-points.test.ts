import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage, signIn } from './browser.ts';
import { makeOwnAccount, type OwnAccount } from './own-account.ts';

const SALES_JOBS = {
  configId: 'sales-jobs',
  blockName: 'jobs',
  label: 'Sales jobs',
  config: { onlyOpenJobs: true, titleKeywords: ['sales'] },
};
const EXPLORER = '/app/points';

let browser: Browser;
let account: OwnAccount;
beforeAll(async () => {
  browser = await launchBrowser();
  account = await makeOwnAccount('points', {
    gfAppFeatureFlags: ['dataExplorerPrototype'],
    dataBlockConfigs: [SALES_JOBS],
    fieldDefinitions: [
      { internalName: 'firmographics/primary_domain', externalName: 'domain', displayName: 'Domain' },
      { internalName: 'firmographics/company_name', externalName: 'name', displayName: 'Company name' },
      { internalName: 'firmographics/employee_count', externalName: 'employees', displayName: 'Employees' },
      {
        internalName: 'jobs/count',
        configId: 'sales-jobs',
        externalName: 'sales_jobs',
        displayName: 'Open sales jobs',
      },
    ],
  });
  await account.build();
  // From now on the account has a next build, which is due tomorrow.
  await account.set({ autoSyncEnabled: true });
});
afterAll(async () => {
  await account.set({ autoSyncEnabled: false });
  await account.close();
  await browser.close();
});

async function open(email = account.admin) {
  // What fades in or out has other colours for a moment, which axe would find fault with.
  const opened = await openPage(browser, { reducedMotion: 'reduce' });
  await signIn(opened.page, email, EXPLORER);
  return opened;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const wizard = (page: Page) => page.getByRole('dialog', { name: 'Add New Data Point' });
const next = (page: Page) => wizard(page).getByRole('button', { name: 'Next', exact: true });
const nameField = (page: Page) => wizard(page).getByRole('textbox', { name: 'Name', exact: true });
const pending = (page: Page) => page.getByRole('region', { name: 'On their way' });
const step = (page: Page) => wizard(page).getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]');
const isDisabled = (page: Page, name: string) =>
  wizard(page).getByRole('button', { name, exact: true }).getAttribute('aria-disabled');

async function openWizard(page: Page): Promise<void> {
  await button(page, 'Configure columns').click();
  await button(page, 'Add data point').click();
  await wizard(page).getByRole('textbox', { name: 'Search data points' }).waitFor();
}

/** Finds a data point by name; Enter takes the first one found. */
async function choosePoint(page: Page, name: string): Promise<void> {
  await wizard(page).getByRole('textbox', { name: 'Search data points' }).fill(name);
  await page.keyboard.press('Enter');
}

/** The table of one column beside the company, and from its menu the drawer that describes it. */
async function explore(page: Page, column: string): Promise<void> {
  await page.goto(EXPLORER);
  await page.getByRole('grid', { name: 'Companies' }).getByRole('columnheader', { name: column }).waitFor();
  await button(page, `Column menu for ${column}`).click();
  await page.getByRole('menuitem', { name: 'Explore data point' }).click();
  await page.getByRole('dialog', { name: column }).getByRole('heading', { name: 'Unique values' }).waitFor();
}

it('adds data points, which are on their way until the next build makes columns of them', async () => {
  const { page, context, problems } = await open();

  // A static one: nothing to configure, nothing to preview.
  await openWizard(page);
  await expectAccessible(page);
  await choosePoint(page, 'Employee count');
  expect(await isDisabled(page, 'Next')).toBe('true');
  await wizard(page).getByText('In your dataset already, as “Employees”').first().waitFor();
  await choosePoint(page, 'Founded year');
  await next(page).click();
  expect(await step(page).innerText()).toContain('Name data point');
  expect(await nameField(page).inputValue()).toBe('Founded year');
  await button(page, 'Back').click();
  expect(await step(page).innerText()).toContain('Select & configure');
  await next(page).click();
  await nameField(page).fill(' eMPLOYEES ');
  await wizard(page).getByText('Data point name must be unique').waitFor();
  expect(await isDisabled(page, 'Save data point')).toBe('true');
  await nameField(page).fill('  ');
  await wizard(page).getByText('Name cannot be empty').waitFor();
  await nameField(page).fill('Year of foundation');
  await wizard(page).getByText('It becomes a column for everybody with the next refresh of the dataset, due').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard this data point?' }).waitFor();
  await button(page, 'Keep editing').click();
  await nameField(page).press('Enter');
  await page.getByText('Data point saved.').waitFor();
  await pending(page).getByText('Year of foundation').waitFor();

  // A dynamic one under a new configuration.
  await button(page, 'Add data point').click();
  await choosePoint(page, 'Matching jobs');
  await page.keyboard.press('Enter');
  await wizard(page).getByRole('button', { name: 'New configuration' }).click();
  await page.getByRole('menuitem', { name: 'Hiring in marketing' }).click();
  await nameField(page).fill('Marketing jobs');
  expect(await isDisabled(page, 'Next')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
  await button(page, 'Keep editing').click();
  expect(await nameField(page).inputValue()).toBe('Marketing jobs');
  await wizard(page).getByRole('button', { name: 'Save config' }).click();
  await wizard(page).getByRole('heading', { name: 'Marketing jobs' }).waitFor();
  // A preview that fails says so, and can be tried again.
  const previews = /\/api\/app\/markets\/preview\?/;
  await page.route(previews, (route) => route.abort());
  await next(page).click();
  await page.getByText('Preview failed, please try again').waitFor();
  await page.unroute(previews);
  await button(page, 'Retry').click();
  await page.getByText('Preview failed').first().waitFor({ state: 'detached' });
  const counted = wizard(page).getByText(
    /^[\d,]+ companies have it · [\d,]+ of them are not in your dataset · the best 20 are listed$/,
  );
  const [all = 0, elsewhere = 0] = (await counted.innerText()).match(/[\d,]+/g)?.map(toNumber) ?? [];
  expect(all).toBeGreaterThan(elsewhere);
  const found = wizard(page).getByRole('grid', { name: 'Companies with this data point' });
  await found.getByRole('columnheader', { name: 'Marketing jobs · Matching jobs' }).waitFor();
  await expectAccessible(page);
  await found.getByRole('button', { name: 'Preview the data behind this data point' }).first().click();
  const behind = page.getByRole('dialog', { name: /^Previewing Jobs for / });
  await behind.getByRole('columnheader', { name: 'Title' }).waitFor();
  await page.keyboard.press('Escape');
  await behind.waitFor({ state: 'detached' });
  await next(page).click();
  expect(await nameField(page).inputValue()).toBe('Marketing jobs · Matching jobs');
  await nameField(page).fill('year of FOUNDATION');
  await wizard(page).getByText('Data point name must be unique').waitFor();
  await nameField(page).fill('Open marketing jobs');
  await button(page, 'Save data point').click();
  await pending(page).getByText('Open marketing jobs').waitFor();
  await expectAccessible(page);

  // Taken back, and taken back that.
  await button(page, 'Withdraw Year of foundation').click();
  await pending(page).getByText('Year of foundation').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await pending(page).getByText('Year of foundation').waitFor();

  await account.build();
  await page.goto(EXPLORER);
  await button(page, 'Configure columns').click();
  await page.getByRole('checkbox', { name: 'Year of foundation' }).waitFor();
  expect(await pending(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await explore(page, 'Open marketing jobs');
  const values = page.getByRole('dialog', { name: 'Open marketing jobs' }).getByRole('row');
  await values.nth(1).waitFor();
  const rows = await values.allInnerTexts();
  const withJobs = rows.flatMap((row) => {
    const [value = 0, count = 0] = row.split(/\s+/).map(toNumber);
    return value > 0 ? [count] : [];
  });
  // The preview over the universe and the column of the dataset say the same.
  expect(withJobs.reduce((sum, count) => sum + count, 0)).toBe(all - elsewhere);
  expect(problems).toEqual([]);
  await context.close();
}, 300_000);

it('configures the data point of a column', async () => {
  const { page, context, problems } = await open();
  await explore(page, 'Open sales jobs');
  const drawer = page.getByRole('dialog', { name: 'Open sales jobs' });
  await button(page, 'Configure data point').click();
  const dialog = page.getByRole('dialog', { name: 'Configure data point' });
  await dialog.getByRole('heading', { name: 'Sales jobs' }).waitFor();
  await expectAccessible(page);
  const select = dialog.getByRole('button', { name: 'Select', exact: true });
  await select.hover();
  await page.getByText('This data point uses this configuration already').waitFor();

  // A change reaches the column with the next build.
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Title contains' }).fill('account executive');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save config' }).click();
  await dialog.getByText('“sales” or “account executive”').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await drawer
    .getByText('This configuration was changed. The values follow with the next refresh of the dataset, due')
    .waitFor();

  // Another configuration is another data point.
  await button(page, 'Configure data point').click();
  await dialog.getByRole('button', { name: 'New configuration' }).click();
  await page.getByRole('menuitem', { name: 'Start from scratch' }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('All jobs');
  await dialog.getByRole('button', { name: 'Save config' }).click();
  await dialog.getByRole('heading', { name: 'All jobs' }).waitFor();
  await select.click();
  await wizard(page)
    .getByText(/companies have it/)
    .waitFor();
  expect(await step(page).innerText()).toContain('Preview data point');
  await wizard(page).getByRole('button', { name: 'Back' }).click();
  await wizard(page).getByRole('heading', { name: 'All jobs' }).waitFor();
  await page.keyboard.press('Escape');
  await wizard(page).waitFor({ state: 'detached' });
  await drawer.waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('is for administrators, in accounts that have it', async () => {
  const { page, context, problems } = await open(account.member);
  const reason = 'Only administrators of this account can add data points';
  await button(page, 'Configure columns').click();
  const add = button(page, 'Add data point');
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await add.hover();
  await page.getByText(reason).waitFor();
  await page.keyboard.press('Escape');
  await explore(page, 'Open sales jobs');
  await button(page, 'Configure data point').click();
  const dialog = page.getByRole('dialog', { name: 'Configure data point' });
  await dialog.getByRole('button', { name: /^All jobs/ }).click();
  await dialog.getByRole('button', { name: 'Select', exact: true }).hover();
  await page.getByText(reason).waitFor();
  expect(problems).toEqual([]);
  await context.close();

  const other = await openPage(browser, { reducedMotion: 'reduce' });
  await signIn(other.page, 'admin@demo.quarry.test', '/app/acme');
  await button(other.page, 'Configure columns').click();
  await other.page.getByRole('checkbox', { name: 'Employees' }).waitFor();
  expect(await button(other.page, 'Add data point').count()).toBe(0);
  await other.context.close();
});

function toNumber(text: string): number {
  return Number(text.replaceAll(/\D/g, ''));
}
