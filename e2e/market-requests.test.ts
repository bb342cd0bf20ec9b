import type { Page } from 'playwright';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { companyTotal } from './explorer-steps.ts';
import { it, STAFF } from './journey.ts';
import { chooseField, defineMarket, nameField, rowOf, saveMarket, valueField } from './market-steps.ts';
import { mailTo } from './outbox.ts';
import { makeOwnAccount, makeStaff } from './own-account.ts';
import { button, chooseAction, link, toNumber } from './page-parts.ts';

const ACCOUNT = 'reviewed';
const MARKETS = `/app/${ACCOUNT}/markets`;
const REQUESTS = '/admin/market-requests';
const NOTE = 'Too broad: please name a country.';

async function confirmApproval(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Approve market' }).getByRole('button', { name: 'Approve' }).click();
}

async function publish(page: Page, as: 'Static' | 'Live'): Promise<void> {
  await button(page, 'Publish market').click();
  const dialog = page.getByRole('dialog', { name: 'Publish market' });
  await dialog.getByRole('radio', { name: as }).check();
  await dialog.getByRole('button', { name: 'Publish market' }).click();
  await expect(page.getByText('Waiting for approval')).toBeVisible();
}

const requestOf = (page: Page, market: string) => page.getByRole('article', { name: market });

it('asks for a market to be published, is declined with a note, asks again, and sees the companies that it adds', async ({
  open,
}) => {
  const account = await makeOwnAccount(ACCOUNT, {
    gfAppFeatureFlags: ['marketsBetaAccess'],
    sourcingCriteria: {
      id: 'root',
      combinator: 'and',
      rules: [{ id: 'large', field: 'firmographics/employee_count', operator: 'gte', value: 1000 }],
    },
  });
  const second = await makeStaff('second-reviewer');
  await account.build();

  const page = await open(`${MARKETS}/explore/new`, account.member);
  await defineMarket(page, 'Small companies', '2');
  await saveMarket(page);
  await publish(page, 'Static');
  await expectAccessible(page);
  // The specification calls it published; what will happen stands beside it.
  await expect(page.getByText('Our team reviews it first.')).toBeVisible();
  await expect(button(page, 'Pause adding')).toHaveCount(0);
  expect(await mailTo(STAFF, 'The market “Small companies” of reviewed waits for approval')).toContain(REQUESTS);

  // A withdrawn request leaves nothing to review.
  await button(page, 'Withdraw request').click();
  await expect(page.getByText('Request withdrawn')).toBeVisible();
  await expect(page.getByText('Pending Review', { exact: true })).toHaveCount(0);
  await publish(page, 'Static');

  const staff = await open(MARKETS, STAFF);
  await staff.getByRole('link', { name: /^\d+ requests? to review$/ }).click();
  const request = requestOf(staff, 'Small companies');
  await expect(request.getByText(`${ACCOUNT} · ${account.member} · just now`)).toBeVisible();
  await expect(request.getByText('Employee count is at least 2')).toBeVisible();
  await expect(request.getByText('Static: adds its companies once.')).toBeVisible();
  await expectAccessible(staff);
  await button(staff, `Decline Small companies of ${ACCOUNT}`).click();
  const dialog = staff.getByRole('dialog', { name: 'Decline request' });
  await expect(dialog.getByLabel('Note')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Decline request' })).toHaveAttribute('aria-disabled', 'true');
  await staff.keyboard.type(NOTE);
  await expectAccessible(staff);
  await staff.keyboard.press('Tab');
  await staff.keyboard.press('Tab');
  await staff.keyboard.press('Enter');
  await expect(staff.getByText('Request declined')).toBeVisible();
  await expect(request).toHaveCount(0);
  expect(await mailTo(account.member, 'Your market “Small companies” was declined')).toContain(NOTE);
  expect(await mailTo(second, 'was declined')).toContain(NOTE);

  await page.goto(MARKETS);
  const row = rowOf(page, 'Small companies');
  await row.getByText('Declined', { exact: true }).hover();
  await expect(page.getByText(`Declined by ${STAFF}: ${NOTE}`)).toBeVisible();
  await link(page, 'Small companies').click();
  await expect(page.getByText(NOTE)).toBeVisible();
  await expectAccessible(page);
  await button(page, 'And condition').click();
  await chooseField(page, 'Country');
  await page.getByRole('combobox', { name: 'Values of Country' }).fill('United States');
  await page
    .getByRole('option', { name: /^United States/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await saveMarket(page);
  await publish(page, 'Live');
  await expect(page.getByText(NOTE)).toHaveCount(0);

  // Two people decide at once: one wins, and the other is told.
  const other = await open(REQUESTS, second);
  const approve = `Approve Small companies of ${ACCOUNT}`;
  await expect(requestOf(other, 'Small companies').getByText('Becomes live')).toBeVisible();
  await staff.reload();
  await button(staff, approve).click();
  await button(other, approve).click();
  for (const reviewer of [staff, other]) {
    const dialog = reviewer.getByRole('dialog', { name: 'Approve market' });
    await expect(dialog.getByText('New in this market')).toBeVisible();
    await expect(dialog.getByText(/United States \([\d,]+\)/)).toBeVisible();
    await expectAccessible(reviewer);
  }
  await confirmApproval(staff);
  await expect(staff.getByText('Market published')).toBeVisible();
  await confirmApproval(other);
  await expect(other.getByText(`The request to publish this market was already approved by ${STAFF}.`)).toBeVisible();
  await expect(requestOf(other, 'Small companies')).toHaveCount(0);
  await expectAccessible(other);
  for (const [email, subject] of [
    [account.member, 'Your market “Small companies” is published'],
    [second, 'The market “Small companies” of reviewed is published'],
  ] as const)
    expect(await mailTo(email, subject)).toContain(`${STAFF} approved`);

  // An administrator pauses it by keyboard, and resumes it.
  const admin = await open(MARKETS, account.admin);
  const status = rowOf(admin, 'Small companies');
  const added = status.getByRole('link', { name: /^[\d,]+ added by Small companies$/ });
  await expect(added).toBeVisible({ timeout: 60_000 });
  await button(admin, 'More actions for Small companies').focus();
  await admin.keyboard.press('Enter');
  const pause = admin.getByRole('menuitem', { name: 'Pause adding' });
  await expect(pause).toBeVisible();
  await expectAccessible(admin);
  await pause.press('Enter');
  await expect(status.getByText('Paused', { exact: true })).toBeVisible();
  await chooseAction(admin, 'Small companies', 'Resume');
  await expect(status.getByText('Live', { exact: true })).toBeVisible();

  const count = toNumber((await added.innerText()).replace(/ added.*/, ''));
  await added.click();
  const chip = admin.getByTestId('active-filters');
  await expect(chip.getByText('Sources contains any of Small companies')).toBeVisible();
  await expect.poll(() => companyTotal(admin), { timeout: 30_000 }).toBe(count);
  await expectAccessible(admin);

  // A change of a published market is reviewed as a difference.
  await page.reload();
  await valueField(page).first().fill('5');
  await saveMarket(page);
  await publish(page, 'Live');
  await staff.reload();
  await expect(request.getByText('Removed: Employee count is at least 2')).toBeVisible();
  await expect(request.getByText('Added: Employee count is at least 5')).toBeVisible();
  await expectAccessible(staff);
  await button(staff, approve).click();
  await confirmApproval(staff);
  await expect(request).toHaveCount(0);
  await expect(nameField(page)).toHaveValue('Small companies');
  await account.close();
}, 180_000);
