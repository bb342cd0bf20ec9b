import type { Page } from 'playwright';
import { defaultConfig } from '../apps/server/src/features/client-configs/default-config.ts';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { chooseFromMenu } from './explorer-steps.ts';
import { it, STAFF } from './journey.ts';
import { makeOwnAccount, makeStaff } from './own-account.ts';
import { button, link, toNumber } from './page-parts.ts';

const ACCOUNT = 'administered';
const CLIENT = `/admin/clients/${ACCOUNT}`;
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

async function edit(page: Page): Promise<void> {
  await button(page, 'Edit').click();
  await expect(button(page, 'Cancel')).toBeVisible();
}

async function saved(page: Page): Promise<void> {
  await dialogOf(page, 'Save config').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Config saved').last()).toBeVisible();
  await expect(button(page, 'Edit')).toBeVisible();
}

it('creates a client, whose name must be free, and finds it in the list', async ({ open }) => {
  const account = await makeOwnAccount('already-there', {});
  const page = await open('/admin', STAFF);
  await expect(page).toHaveURL(/\/admin\/clients$/);
  await expect(link(page, 'demo')).toBeVisible();
  await expectAccessible(page);
  await link(page, 'New client').click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('No Spaces');
  await button(page, 'Save').click();
  await expect(page.getByText('Name can only contain alphanumeric characters.')).toBeVisible();
  await expectAccessible(page);
  const create = async (text: string) => {
    await name.fill(text);
    await button(page, 'Save').click();
    const dialog = dialogOf(page, 'Create client');
    await expect(dialog.getByText('Companies enter')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create client' }).click();
  };
  await create('already-there');
  await expect(
    page.getByText('Client with this name already exist, provide a new name, or edit existing config'),
  ).toBeVisible();
  await create('brand_new');
  await expect(page).toHaveURL(/\/admin\/clients\/brand_new$/);
  await link(page, 'Clients').click();
  await page.getByRole('textbox', { name: 'Search clients' }).fill('brand');
  await expect(link(page, 'brand_new')).toBeVisible();
  await expect(link(page, 'demo')).toHaveCount(0);
  await account.close();
});

it('lets one person edit a config at a time: taken over, left, and not renewed', async ({ open }) => {
  const account = await makeOwnAccount('locked', {});
  const address = '/admin/clients/locked';
  const second = await makeStaff('taker', ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS']);

  // Two people: the lock keeps the second out until they take it away, and then the first is told.
  const first = await open(address, STAFF);
  await edit(first);
  await tab(first, 'Lifecycle').click();
  await first.getByLabel('Lifecycle stage').selectOption('Active');
  const taker = await open(address, second);
  await expect(taker.getByText(`${STAFF} is editing`, { exact: true })).toBeVisible();
  await button(taker, 'Edit').click();
  const locked = dialogOf(taker, 'Resource Locked');
  await expect(locked.getByText(`${STAFF} is editing this config`)).toBeVisible();
  await expectAccessible(taker);
  await locked.getByRole('button', { name: 'Unlock' }).click();
  await expect(button(taker, 'Cancel')).toBeVisible();
  const outOfSync = dialogOf(first, 'Resource Out of Sync');
  await expect(outOfSync).toBeVisible();
  await expectAccessible(first);
  // What the first had not saved can't get in the way of what the second saves, and is gone after the reload.
  await tab(taker, 'Lifecycle').click();
  await taker.getByLabel('Lifecycle stage').selectOption('Churned');
  await button(taker, 'Save').click();
  await saved(taker);
  await outOfSync.getByRole('button', { name: 'Reload' }).click();
  await expect(button(first, 'Edit')).toBeVisible();
  await expect(first.getByLabel('Lifecycle stage')).toHaveValue('CLIENT_CHURNED');

  // Closing the tab frees the config at once.
  await edit(taker);
  const isEdited = first.getByText(`${second} is editing`, { exact: true });
  await expect(isEdited).toBeVisible();
  await taker.close({ runBeforeUnload: true });
  await expect(isEdited).toHaveCount(0);

  // A lock that was not renewed for half an hour keeps nobody out, and whoever held it is told.
  await edit(first);
  await account.ageLock(31);
  const page = await open(address, second);
  await edit(page);
  await expect(outOfSync.getByText(`${second} took over the editing of this config.`)).toBeVisible();
  // Leaving the page that lost the lock takes it from nobody.
  await first.goto('/admin/clients');
  await link(first, 'locked').click();
  await expect(isEdited).toBeVisible();
  await account.close();
});

it('edits a config, shows what a change does before it is saved, and restores an earlier one', async ({ open }) => {
  const city = { internalName: 'firmographics/city', externalName: 'city', displayName: 'City' };
  const account = await makeOwnAccount(ACCOUNT, {
    fieldDefinitions: [...defaultConfig(ACCOUNT).fieldDefinitions, city],
    sourcingCriteria: {
      id: 'root',
      combinator: 'and',
      rules: [{ id: 'size', field: 'firmographics/employee_count', operator: 'gte', value: 500 }],
    },
  });
  const second = await makeStaff('second-editor', ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS']);
  await account.build();
  const page = await open(CLIENT, second);
  await expect(page.getByText('Employee count is at least 500')).toBeVisible();
  await expectAccessible(page);
  await edit(page);
  await expectAccessible(page);

  // Field definitions from a sheet.
  await button(page, 'Paste from sheet').click();
  await page.getByLabel('Rows of the sheet').fill('firmographics/country\thome\tHome country\nnothing\there');
  await expect(page.getByText(/^Line 2: “nothing” is no data point/)).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Add 1 field').click();
  await button(page, 'Save').click();
  const dialog = dialogOf(page, 'Save config');
  await expect(dialog.getByText('Added home: Home country, firmographics/country')).toBeVisible();
  await expect(dialog.getByText('New columns:')).toBeVisible();
  await expectAccessible(page);
  await saved(page);

  // Changed criteria need the number of net-new companies.
  await edit(page);
  await page
    .getByRole('textbox', { name: /^Value/ })
    .first()
    .fill('100');
  await page.keyboard.press('Tab');
  await button(page, 'Save').click();
  const counted = dialog.getByRole('textbox', { name: /^Type the number of net-new companies/ });
  await expect(counted).toBeVisible();
  const count = toNumber((await dialog.locator('label').first().innerText()).replace(/,? to save.*/, ''));
  expect(count).toBeGreaterThan(0);
  await counted.fill(String(count + 1));
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await counted.fill(String(count));
  await saved(page);
  await button(page, 'Rebuild dataset').click();
  await dialogOf(page, 'Rebuild dataset').getByRole('button', { name: 'Rebuild' }).click();
  await expect(page.getByText('The build has started')).toBeVisible();

  // A customer changes the same part in another browser, which no lock forbids: the change is shown, and kept.
  await edit(page);
  await button(page, 'Paste from sheet').click();
  await page.getByLabel('Rows of the sheet').fill('firmographics/region\tstate\tState');
  await button(page, 'Add 1 field').click();
  const customer = await open(`/app/${ACCOUNT}`, account.admin);
  await chooseFromMenu(customer, /City/, 'Rename data point');
  const rename = dialogOf(customer, 'Rename Data Point');
  await rename.getByLabel('Name').fill('Home town');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(rename).toHaveCount(0);
  const overwrite = dialogOf(page, 'Overwrite these changes?');
  const theirs = overwrite.getByText('Home town, firmographics/city');
  await button(page, 'Save').click();
  await expect(theirs).toBeVisible();
  await overwrite.getByRole('button', { name: 'Keep editing' }).click();
  await expect(button(page, 'Cancel')).toBeVisible();
  await button(page, 'Save').click();
  await expect(theirs).toBeVisible();
  await overwrite.getByRole('button', { name: 'Reload' }).click();
  await expect(button(page, 'Edit')).toBeVisible();
  await expect(page.getByText('Home town', { exact: true })).toBeVisible();
  await expect(page.getByText('State', { exact: true })).toHaveCount(0);

  // Having seen what somebody else changed, staff can overwrite it.
  await edit(page);
  await tab(page, 'Lifecycle').click();
  await page.getByLabel('Lifecycle stage').selectOption('Active');
  // Another tab keeps what is not saved yet.
  await tab(page, 'Sourcing').click();
  await expect(page.getByRole('heading', { name: 'Field definitions' })).toBeVisible();
  await account.set({ lifecycleStage: 'CLIENT_CHURNED' });
  await button(page, 'Save').click();
  await expect(overwrite.getByText('Churned')).toBeVisible();
  await expectAccessible(page);
  await overwrite.getByRole('button', { name: 'Overwrite' }).click();
  await saved(page);

  // An earlier config comes back as a change like any other.
  await tab(page, 'Advanced').click();
  const history = page.getByRole('table', { name: 'History of the config' });
  await expect(history.getByText(second).first()).toBeVisible();
  await expectAccessible(page);
  await history
    .getByRole('button', { name: /^Compare/ })
    .nth(1)
    .click();
  const earlier = dialogOf(page, /^Config of/);
  await expect(earlier.getByText('Churned')).toBeVisible();
  await earlier.getByRole('button', { name: 'Restore' }).click();
  await button(page, 'Save').click();
  await expect(dialog.getByText('Churned')).toBeVisible();
  await saved(page);

  // Broken JSON is named place by place.
  await edit(page);
  const json = page.getByRole('textbox', { name: 'Config as JSON' });
  await json.fill((await json.inputValue()).replace(/"externalName": "home"/, '"externalName": ""'));
  await button(page, 'Apply JSON').click();
  await button(page, 'Save').click();
  const errors = page.getByRole('table', { name: 'Errors' });
  await expect(errors.getByText('Every field definition needs an externalName')).toBeVisible();
  await expect(errors.getByText('/fieldDefinitions/3/externalName')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Cancel').click();
  await button(page, 'Discard').click();
  await expect(button(page, 'Edit')).toBeVisible();
  await account.close();
});

it('changes credits with a reason, and the company limit; viewers only see them', async ({ open }) => {
  const account = await makeOwnAccount('credited', {});
  const viewer = await makeStaff('viewer-of-clients');
  const address = '/admin/clients/credited?tab=credits';
  const page = await open(address, STAFF);
  await button(page, 'Add Contact credits').click();
  const dialog = dialogOf(page, 'Add contact credits');
  await dialog.getByLabel('Credits').fill('50');
  await dialog.getByLabel('Reason').fill('Order 17');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add' }).click();
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await expect(ledger.getByText('Order 17')).toBeVisible();
  await button(page, 'Remove Contact credits').click();
  const removal = dialogOf(page, 'Remove contact credits');
  await removal.getByLabel('Credits').fill('60');
  await removal.getByLabel('Reason').fill('Too many');
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(removal.getByText('Only 50 credits are left to remove.')).toBeVisible();
  await removal.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Companies', { exact: true }).fill('1000');
  await expect(page.getByLabel('Companies at the next build under this limit')).toContainText('Withheld by the limit');
  await button(page, 'Save limit').click();
  await expect(page.getByText('Limit saved')).toBeVisible();
  await expectAccessible(page);

  const other = await open(address, viewer);
  await expect(other.getByText('Order 17')).toBeVisible();
  await expect(button(other, 'Add Contact credits')).toHaveCount(0);
  await expect(button(other, 'Edit')).toHaveCount(0);
  await account.close();
});
