import type { Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { chips, companies, companyTotal, totalBelow } from './explorer-steps.ts';
import { it } from './journey.ts';
import { makeOwnAccount, type OwnAccount } from './own-account.ts';
import { button, toNumber } from './page-parts.ts';

const SALES_JOBS = {
  configId: 'sales-jobs',
  blockName: 'jobs',
  label: 'Sales jobs',
  config: { onlyOpenJobs: true, titleKeywords: ['sales'] },
};
const EXPLORER = '/app/points';

let account: OwnAccount;
beforeAll(async () => {
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
  // Schedules the account's next build for tomorrow.
  await account.set({ autoSyncEnabled: true });
});
afterAll(async () => {
  await account.set({ autoSyncEnabled: false });
  await account.close();
});

const wizard = (page: Page) => page.getByRole('dialog', { name: 'Add New Data Point' });
const wizardButton = (page: Page, name: string) => wizard(page).getByRole('button', { name, exact: true });
const next = (page: Page) => wizardButton(page, 'Next');
const nameField = (page: Page) => wizard(page).getByRole('textbox', { name: 'Name', exact: true });
const pending = (page: Page) => page.getByRole('region', { name: 'On their way' });
const step = (page: Page) => wizard(page).getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]');

async function openWizard(page: Page): Promise<void> {
  await button(page, 'Configure columns').click();
  await button(page, 'Add data point').click();
  await expect(wizard(page).getByRole('textbox', { name: 'Search data points' })).toBeVisible();
}

/** Chooses the first data point that matches a name. */
async function choosePoint(page: Page, name: string): Promise<void> {
  await wizard(page).getByRole('textbox', { name: 'Search data points' }).fill(name);
  await page.keyboard.press('Enter');
}

/** Opens a column's drawer from its menu. */
async function explore(page: Page, column: string): Promise<void> {
  await page.goto(EXPLORER);
  await expect(companies(page).getByRole('columnheader', { name: column })).toBeVisible();
  await button(page, `Column menu for ${column}`).click();
  await page.getByRole('menuitem', { name: 'Explore data point' }).click();
  await expect(
    page.getByRole('dialog', { name: column }).getByRole('heading', { name: 'Unique values' }),
  ).toBeVisible();
}

it('adds data points, which are pending until the next build', async ({ open }) => {
  const page = await open(EXPLORER, account.admin);

  // A static data point has nothing to configure or preview.
  await openWizard(page);
  await expectAccessible(page);
  await choosePoint(page, 'Employee count');
  await expect(wizardButton(page, 'Next')).toHaveAttribute('aria-disabled', 'true');
  await expect(wizard(page).getByText('Already in your dataset as “Employees”').first()).toBeVisible();
  await choosePoint(page, 'Founded year');
  await next(page).click();
  await expect(step(page)).toContainText('Name data point');
  await expect(nameField(page)).toHaveValue('Founded year');
  await button(page, 'Back').click();
  await expect(step(page)).toContainText('Select & configure');
  await next(page).click();
  await nameField(page).fill(' eMPLOYEES ');
  await expect(wizard(page).getByText('Data point name must be unique')).toBeVisible();
  await expect(wizardButton(page, 'Save data point')).toHaveAttribute('aria-disabled', 'true');
  await nameField(page).fill('  ');
  await expect(wizard(page).getByText('Name cannot be empty')).toBeVisible();
  await nameField(page).fill('Year of foundation');
  await expect(
    wizard(page).getByText('It becomes a column for everyone with the next refresh of the dataset, due'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Discard this data point?' })).toBeVisible();
  await button(page, 'Keep editing').click();
  await nameField(page).press('Enter');
  await expect(page.getByText('Data point saved.')).toBeVisible();
  await expect(pending(page).getByText('Year of foundation')).toBeVisible();

  // A dynamic data point with a new configuration.
  await button(page, 'Add data point').click();
  await choosePoint(page, 'Matching jobs');
  await page.keyboard.press('Enter');
  await wizard(page).getByRole('button', { name: 'New configuration' }).click();
  await page.getByRole('menuitem', { name: 'Hiring in marketing' }).click();
  await nameField(page).fill('Marketing jobs');
  await expect(wizardButton(page, 'Next')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible();
  await button(page, 'Keep editing').click();
  await expect(nameField(page)).toHaveValue('Marketing jobs');
  await wizard(page).getByRole('button', { name: 'Save config' }).click();
  await expect(wizard(page).getByRole('heading', { name: 'Marketing jobs' })).toBeVisible();
  // A failed preview can be retried.
  const previews = /\/api\/app\/markets\/preview\?/;
  await page.route(previews, (route) => route.abort());
  await next(page).click();
  await expect(page.getByText('Preview failed, please try again')).toBeVisible();
  await page.unroute(previews);
  await button(page, 'Retry').click();
  await expect(page.getByText('Preview failed')).toHaveCount(0);
  const counted = wizard(page).getByText(
    /^[\d,]+ companies have it · [\d,]+ of them are not in your dataset · the best 20 are listed$/,
  );
  const [all = 0, elsewhere = 0] = (await counted.innerText()).match(/[\d,]+/g)?.map(toNumber) ?? [];
  expect(all).toBeGreaterThan(elsewhere);
  const found = wizard(page).getByRole('grid', { name: 'Companies with this data point' });
  await expect(found.getByRole('columnheader', { name: 'Marketing jobs · Matching jobs' })).toBeVisible();
  await expectAccessible(page);
  const look = found.getByRole('button', { name: 'Preview the data behind this data point' }).first();
  await look.click();
  const behind = page.getByRole('dialog', { name: /^Previewing Jobs for / });
  await expect(behind.getByRole('columnheader', { name: 'Title' })).toBeVisible();
  // A key may be quicker than the focus on its way into the dialog.
  await look.focus();
  await page.keyboard.press('Escape');
  await expect(behind).toHaveCount(0);
  await next(page).click();
  await expect(nameField(page)).toHaveValue('Marketing jobs · Matching jobs');
  await nameField(page).fill('year of FOUNDATION');
  await expect(wizard(page).getByText('Data point name must be unique')).toBeVisible();
  await nameField(page).fill('Open marketing jobs');
  await button(page, 'Save data point').click();
  await expect(pending(page).getByText('Open marketing jobs')).toBeVisible();
  await expectAccessible(page);

  // Remove, then undo.
  await button(page, 'Remove Year of foundation').click();
  await expect(pending(page).getByText('Year of foundation')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pending(page).getByText('Year of foundation')).toBeVisible();

  await account.build();
  await page.goto(EXPLORER);
  await button(page, 'Configure columns').click();
  await expect(page.getByRole('checkbox', { name: 'Year of foundation' })).toBeVisible();
  await expect(pending(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await explore(page, 'Open marketing jobs');
  const values = page.getByRole('dialog', { name: 'Open marketing jobs' }).getByRole('row');
  const companiesWithJobs = async () => {
    const rows = await values.allInnerTexts();
    const withJobs = rows.flatMap((row) => {
      const [value = 0, count = 0] = row.split(/\s+/).map(toNumber);
      return value > 0 ? [count] : [];
    });
    return withJobs.reduce((sum, count) => sum + count, 0);
  };
  // The preview over the universe and the dataset's column agree.
  await expect.poll(companiesWithJobs).toBe(all - elsewhere);
}, 300_000);

it('configures the data point of a column', async ({ open }) => {
  const page = await open(EXPLORER, account.admin);
  await explore(page, 'Open sales jobs');
  const drawer = page.getByRole('dialog', { name: 'Open sales jobs' });
  await button(page, 'Configure data point').click();
  const dialog = page.getByRole('dialog', { name: 'Configure data point' });
  await expect(dialog.getByRole('heading', { name: 'Sales jobs' })).toBeVisible();
  await expectAccessible(page);
  const select = dialog.getByRole('button', { name: 'Select', exact: true });
  await select.hover();
  await expect(page.getByText('This data point already uses this configuration')).toBeVisible();

  // A change reaches the column with the next build.
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Title contains' }).fill('account executive');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save config' }).click();
  await expect(dialog.getByText('“sales” or “account executive”').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(
    drawer.getByText(
      'This configuration was changed. The values will change with the next refresh of the dataset, due',
    ),
  ).toBeVisible();

  // Another configuration is another data point.
  await button(page, 'Configure data point').click();
  await dialog.getByRole('button', { name: 'New configuration' }).click();
  await page.getByRole('menuitem', { name: 'Start from scratch' }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('All jobs');
  await dialog.getByRole('button', { name: 'Save config' }).click();
  await expect(dialog.getByRole('heading', { name: 'All jobs' })).toBeVisible();
  await select.click();
  await expect(wizard(page).getByText(/companies have it/)).toBeVisible();
  await expect(step(page)).toContainText('Preview data point');
  await wizard(page).getByRole('button', { name: 'Back' }).click();
  await expect(wizard(page).getByRole('heading', { name: 'All jobs' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wizard(page)).toHaveCount(0);
  await expect(drawer).toBeVisible();
});

it('is available to administrators, in accounts with the feature', async ({ open }) => {
  const page = await open(EXPLORER, account.member);
  const reason = 'Only administrators of this account can add data points';
  await button(page, 'Configure columns').click();
  const add = button(page, 'Add data point');
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await add.hover();
  await expect(page.getByText(reason)).toBeVisible();
  await page.keyboard.press('Escape');
  await explore(page, 'Open sales jobs');
  await button(page, 'Configure data point').click();
  const dialog = page.getByRole('dialog', { name: 'Configure data point' });
  await dialog.getByRole('button', { name: /^All jobs/ }).click();
  await dialog.getByRole('button', { name: 'Select', exact: true }).hover();
  await expect(page.getByText(reason)).toBeVisible();

  const other = await open('/app/acme');
  await button(other, 'Configure columns').click();
  await expect(other.getByRole('checkbox', { name: 'Employees' })).toBeVisible();
  await expect(button(other, 'Add data point')).toHaveCount(0);
});

it('computes data points now, as the next build does, and removes a column', async ({ open }) => {
  const page = await open(EXPLORER, account.admin);
  await openWizard(page);
  await choosePoint(page, 'Matching jobs');
  await page.keyboard.press('Enter');
  await wizard(page).getByRole('button', { name: 'New configuration' }).click();
  await page.getByRole('menuitem', { name: 'Hiring engineers' }).click();
  await wizard(page).getByRole('button', { name: 'Save config' }).click();
  await next(page).click();
  await expect(wizard(page).getByText(/companies have it/)).toBeVisible();
  await next(page).click();
  await nameField(page).fill('Open engineering jobs');
  await button(page, 'Save data point').click();
  await expect(pending(page).getByText('Open engineering jobs')).toBeVisible();
  await expectAccessible(page);
  await pending(page).getByRole('button', { name: 'Compute now' }).click();
  await expect(page.getByText('Data points are being computed.')).toBeVisible();
  await expect(page.getByText('Computation of data points is complete')).toBeVisible({ timeout: 60_000 });
  await expect(pending(page)).toHaveCount(0);
  // The focus stays in the dialog, although what had it is gone.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const statistics = async () => {
    await explore(page, 'Open engineering jobs');
    const drawer = page.getByRole('dialog', { name: 'Open engineering jobs' });
    await expect(drawer.getByRole('table', { name: 'Distribution of Open engineering jobs' })).toBeAttached();
    return drawer.innerText();
  };
  const computed = await statistics();
  await page.keyboard.press('Escape');
  await button(page, 'Refresh dataset now').click();
  const refresh = page.getByRole('dialog', { name: 'Refresh the dataset now?' });
  await expectAccessible(page);
  await refresh.getByRole('button', { name: 'Refresh dataset' }).click();
  await expect(page.getByText('Dataset build is complete')).toBeVisible({ timeout: 60_000 });
  expect(await statistics()).toBe(computed);

  await page.goto(EXPLORER);
  await button(page, 'Column menu for Open engineering jobs').click();
  await page.getByRole('menuitem', { name: 'Remove data point' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove “Open engineering jobs”?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove data point' }).click();
  await expect(page.getByText('“Open engineering jobs” removed')).toBeVisible();
  const header = companies(page).getByRole('columnheader', { name: 'Open engineering jobs' });
  await expect(header).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(header).toBeVisible();
}, 300_000);

it('filters from the distribution of a number by keyboard, and from its values', async ({ open }) => {
  const page = await open(EXPLORER, account.member);
  await explore(page, 'Employees');
  const drawer = page.getByRole('dialog', { name: 'Employees' });
  await expectAccessible(page);
  const before = await companyTotal(page);
  await drawer.getByRole('textbox', { name: 'From: Employees' }).fill('10');
  await page.keyboard.press('Tab');
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  const between = await totalBelow(page, before);
  await expect(chips(page)).toContainText('Employees is between 10 and 50');
  // The statistics follow the filter.
  const figure = (name: string) =>
    drawer.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
  await expect(figure('Minimum')).toHaveText('10');
  await expect(figure('Maximum')).toHaveText('50');
  await drawer.getByText('All companies').click();
  await expect(figure('Minimum')).not.toHaveText('10');
  await drawer.getByText('Companies found').click();
  await expect(figure('Minimum')).toHaveText('10');

  // Dragging over the first bars narrows the range, and a value filters by itself.
  const chart = drawer.getByTestId('histogram');
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('The histogram is not visible');
  await page.mouse.move(box.x + 3, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 3, box.y + 50, { steps: 4 });
  await page.mouse.up();
  const brushed = await totalBelow(page, between);
  await expect(chips(page)).toContainText('Employees is between 10 and ');
  await drawer.getByRole('textbox', { name: 'Search values' }).fill('12');
  const value = drawer.getByRole('button', { name: 'Filter by 12' });
  await expect(value).toBeVisible();
  await value.press('Enter');
  await totalBelow(page, brushed);
  await expect(chips(page)).toContainText('Employees is equal to 12');
  await expectAccessible(page);
}, 120_000);
