import type { Page } from 'playwright';
import { expectAccessible } from './accessible.ts';
import { download, readCsv } from './downloads.ts';
import { expect } from './expect.ts';
import { chips, companies, companyTotal, expectTotal } from './explorer-steps.ts';
import { it, signIn } from './journey.ts';
import { makeOwnAccount } from './own-account.ts';
import { button, formatNumber, link } from './page-parts.ts';

const WHILE_IT_RUNS = { timeout: 60_000 };
const selection = (page: Page) => page.getByRole('region', { name: 'Selection' });
const rowBoxes = (page: Page) => companies(page).getByRole('checkbox', { name: /^Select (?!every)/ });
const options = (page: Page) => page.getByRole('dialog', { name: 'Export Options' });

async function nextPage(page: Page): Promise<void> {
  const first = companies(page).getByRole('rowheader').first();
  const before = await first.innerText();
  await button(page, 'Next page').click();
  await expect(first).not.toHaveText(before, { useInnerText: true });
}

/** Exports the selection under a name. */
async function startExport(page: Page, name: string): Promise<void> {
  await button(page, 'Export selected').click();
  await options(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await options(page).getByRole('button', { name: 'Export' }).click();
  await expect(button(page, 'Open export')).toBeVisible();
}

/** Downloads the file of the export that ends, and returns its rows without the header. */
async function downloadExport(page: Page, name: string): Promise<string[][]> {
  await expect(page.getByText('Export ready')).toBeVisible(WHILE_IT_RUNS);
  const file = await download(page, button(page, 'Download'));
  expect(file.filename).toBe(`${name}.csv`);
  const [head = [], ...rows] = readCsv(file.bytes.toString('utf8').slice(1));
  expect(head.slice(-2)).toEqual(['Company ID', 'LinkedIn ID']);
  return rows;
}

it('exports exactly 37 rows selected across pages', async ({ open }) => {
  const page = await open();
  await expect(rowBoxes(page).first()).toBeVisible();
  const isCompany = (url: URL) => url.pathname.endsWith('/companies/search');
  const shown: string[] = [];
  page.on('response', async (response) => {
    const isPage = isCompany(new URL(response.url())) && response.request().postData()?.includes('"companies"');
    if (!isPage) return;
    const answer: { companies: { __company_id: string }[] } = await response.json();
    shown.push(...answer.companies.map((row) => row.__company_id));
  });
  await page.reload();
  // All 25 of the first page.
  await expect(rowBoxes(page).first()).toBeVisible();
  await companies(page).getByRole('checkbox', { name: 'Select every row on this page' }).click();
  await expect(selection(page).getByText('25 selected', { exact: true })).toBeVisible();
  await nextPage(page);
  // Ten by a range of the mouse.
  await rowBoxes(page).nth(0).click();
  await rowBoxes(page)
    .nth(9)
    .click({ modifiers: ['Shift'] });
  await expect(selection(page).getByText('35 selected', { exact: true })).toBeVisible();
  await nextPage(page);
  // Two by the keyboard.
  await companies(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(selection(page).getByText('37 selected', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const ids = [...shown.slice(0, 35), ...shown.slice(50, 52)];
  await startExport(page, 'Thirty-seven');
  const rows = await downloadExport(page, 'Thirty-seven');
  expect(rows.map((row) => row.at(-2))).toEqual(ids);

  await button(page, 'Filter to these').click();
  await expectTotal(page, 37);
  await expect(chips(page).getByText('37 chosen companies')).toBeVisible();
  await expect(selection(page)).toHaveCount(0);
});

it('exports all that match, as they were, while a build swaps the dataset', async ({ newPage }) => {
  const account = await makeOwnAccount('swapping', {});
  try {
    await account.build();
    const page = await newPage();
    await signIn(page, account.admin, '/app/swapping');
    const total = await companyTotal(page);
    expect(total).toBeGreaterThan(1_000);
    await rowBoxes(page).first().click();
    await button(page, `Select all ${formatNumber(total)} matching`).click();
    await expect(selection(page).getByText(`All ${formatNumber(total)} matching selected`)).toBeVisible();
    // The next version has a single company.
    const domain = await companies(page).getByRole('rowheader').first().innerText();
    const [only = ''] = domain.split('\n').filter((line) => line.includes('.'));
    await account.set({ isCalibrationModeEnabled: true, calibrationModeCompanies: [only] });
    await startExport(page, 'Everyone');
    const building = account.build();
    const rows = await downloadExport(page, 'Everyone');
    await building;
    expect(new Set(rows.map((row) => row.at(-2))).size).toBe(total);
    expect(rows).toHaveLength(total);
    await page.reload();
    await expectTotal(page, 1, WHILE_IT_RUNS);
  } finally {
    await account.close();
  }
});

it('excludes companies from the account, brings them back, and copies domains', async ({ newPage }) => {
  const account = await makeOwnAccount('excluding', {});
  try {
    await account.build();
    const page = await newPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, account.admin, '/app/excluding');
    const total = await companyTotal(page);
    await rowBoxes(page).nth(0).click();
    await rowBoxes(page)
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await button(page, 'Copy domains').click();
    await expect(page.getByText('3 domains copied')).toBeVisible();
    const copied = (await page.evaluate<string>('navigator.clipboard.readText()')).split('\n');
    expect(copied).toHaveLength(3);
    const first = await companies(page).getByRole('rowheader').first().innerText();
    expect(first).toContain(copied[0]);

    await button(page, 'Exclude').click();
    await expect(page.getByText('3 companies excluded')).toBeVisible();
    await expectTotal(page, total - 3);
    await expect(companies(page).getByText(copied[0] ?? '', { exact: true })).toHaveCount(0);
    await button(page, 'Undo').click();
    await expectTotal(page, total);

    await rowBoxes(page).nth(0).click();
    await button(page, 'Exclude').click();
    await expectTotal(page, total - 1);
    await account.build();
    await page.reload();
    await expectTotal(page, total - 1);
    await link(page, 'Data Directory').click();
    await button(page, 'Excluded companies').click();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Bring back/ }).click();
    await expect(page.getByText('No companies are excluded.')).toBeVisible();
    await page.keyboard.press('Escape');
    await account.build();
    await link(page, 'Companies').click();
    await page.reload();
    await expectTotal(page, total);

    // Only administrators exclude.
    const member = await newPage();
    await signIn(member, account.member, '/app/excluding');
    await rowBoxes(member).first().click();
    await expect(button(member, 'Copy domains')).toBeVisible();
    await expect(button(member, 'Exclude')).toHaveCount(0);
  } finally {
    await account.close();
  }
});
