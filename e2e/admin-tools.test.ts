import { expectAccessible } from './accessible.ts';
import { download, readCsv } from './downloads.ts';
import { expect } from './expect.ts';
import { it, STAFF } from './journey.ts';
import { button, formatNumber, toNumber } from './page-parts.ts';

it('estimates a market, keeps it and compares it with later, and exports it', async ({ open }) => {
  const page = await open('/admin/market-estimations', STAFF);
  await expect(page.getByText('Employee count is at least 3')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Preview').click();
  const preview = page.getByRole('region', { name: 'Preview' });
  const figure = page.getByRole('region', { name: 'Criteria' }).getByRole('definition');
  await expect(figure).toBeVisible();
  const count = toNumber(await figure.innerText());
  expect(count).toBeGreaterThan(50);
  await expect(preview.getByRole('grid', { name: 'Best companies' }).getByRole('row')).not.toHaveCount(1);

  await button(page, 'Save Report').click();
  const dialog = page.getByRole('dialog', { name: 'Save Report' });
  await expect(dialog.getByText(`It is saved with its count, ${formatNumber(count)} companies.`)).toBeVisible();
  await dialog.getByLabel('Name').fill('Everybody');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The report was saved')).toBeVisible();
  await button(page, 'Freeze Everybody').click();
  await expect(page.getByText(`${formatNumber(count)} companies of "Everybody" were kept`)).toBeVisible();
  await button(page, 'Compare Everybody with now').click();
  const difference = page.getByRole('dialog', { name: '"Everybody" then and now' });
  await expect(difference.getByText('+0')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByLabel('Companies to export').fill('10');
  await button(page, 'Download').click();
  await expect(page.getByText('The export is complete. Download it from the list.')).toBeVisible();
  const file = await download(page, button(page, 'Download export.csv').first());
  expect(readCsv(file.bytes.toString('utf8'))).toHaveLength(11);

  await button(page, 'Delete Everybody').click();
  await page.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByText('Report deleted')).toBeVisible();
});

it('analyses how well criteria cover target domains', async ({ open }) => {
  const page = await open('/admin/coverage-analyses', STAFF);
  await expect(page.getByRole('heading', { name: 'No coverage analyses yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New analysis' }).first().click();
  await expect(button(page, 'Run')).toHaveAttribute('aria-disabled', 'true');
  // Criteria can be used once their data points are known.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/app\/data-blocks/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/admin/market-estimations');
  await expect(button(page, 'Preview')).toHaveAttribute('aria-disabled', 'true');
  await expect(button(page, 'Create client')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('employee_count')).toHaveCount(0);
  release();
  await button(page, 'Preview').click();
  const rows = page.getByRole('grid', { name: 'Best companies' }).getByRole('row');
  await expect(rows.nth(2)).toBeVisible();
  const domains = await rows.evaluateAll((all) =>
    all.slice(1, 4).map((row) => row.querySelector('a[href^="http"]')?.getAttribute('href') ?? ''),
  );
  await page.goto('/admin/coverage-analysis/new#client=demo');
  await page.getByLabel('Name', { exact: true }).fill('Wanted');
  await page.getByLabel('Domains', { exact: true }).fill([...domains, 'unheard-of.com', 'localhost'].join('\n'));
  await button(page, 'Check domains').click();
  await expect(page.getByText('3 matched, 1 not matched, 1 invalid')).toBeVisible();
  await expect(page.getByText('Matched under another domain')).toHaveCount(0);
  await button(page, 'Run').click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText('3 of 3')).toBeVisible();
  await expectAccessible(page);
  await result.getByRole('tab', { name: 'By company' }).click();
  await expect(result.getByRole('table', { name: 'Targets by company' }).getByRole('row')).toHaveCount(4);
  const file = await download(page, button(page, 'Export CSV'));
  expect(readCsv(file.bytes.toString('utf8'))).toHaveLength(4);
  await button(page, 'Save').click();
  await expect(page.getByText('Analysis saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Wanted' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Changed');
  await page.getByRole('link', { name: 'Toolbox' }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Toolbox' })).toBeVisible();
});

it('links a domain to a LinkedIn id, and reads the dictionary', async ({ open }) => {
  const page = await open('/admin/toolbox', STAFF);
  await expect(page.getByText('No domain has an override.')).toBeVisible();
  const overrides = page.getByRole('region', { name: 'Domain overrides' });
  await overrides.getByLabel('Domain').fill('https://www.unheard-of.com/');
  await overrides.getByLabel('LinkedIn id').fill('unheard-of-inc');
  await button(page, 'Add override').click();
  await expect(page.getByText('unheard-of.com now belongs to unheard-of-inc.')).toBeVisible();
  const check = page.getByRole('region', { name: 'Identity Resolution Check' });
  await check.getByLabel('Domain').fill('unheard-of.com');
  await button(page, 'Check').click();
  await expect(check.getByText('Nothing is known: it would be a new company')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Undo the override of unheard-of.com').click();
  await expect(page.getByText('No domain has an override.')).toBeVisible();
  await page.getByRole('link', { name: 'Data Blocks Dictionary' }).click();
  await button(page, 'Expand All').click();
  await expect(page.getByRole('table', { name: 'Fields of Jobs' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Search blocks and fields').fill('seniorities');
  await expect(page.getByText('1 field', { exact: true })).toBeVisible();
});

it('shows what the universe holds', async ({ open }) => {
  const page = await open('/admin/universe', STAFF);
  const blocks = page.getByRole('table', { name: 'Data blocks' });
  const firmographics = blocks.getByRole('row', { name: 'Firmographics' });
  await expect(firmographics.getByText('100%')).toBeVisible();
  const companies = toNumber(await firmographics.getByRole('cell').first().innerText());
  await expect(page.getByText(`${formatNumber(companies)} companies`, { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'By country' }).getByRole('row')).toHaveCount(21);
  await expect(page.getByRole('table', { name: 'By source' }).getByRole('row', { name: 'synthetic' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No imports yet' })).toBeVisible();
  await expectAccessible(page);
});

it('imports a file: mapping corrected, tried out, imported, found in the history, undone', async ({ open }) => {
  const page = await open('/admin/universe', STAFF);
  await page.getByRole('link', { name: 'Import companies' }).click();
  await expectAccessible(page);
  const rows = ['Firm;Web;Town', 'Acme;acme-import.com;Oslo', 'Nobody;not a domain;Oslo', ';nameless.com;Bonn'];
  const file = { name: 'firms.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('CSV with semicolons')).toBeVisible();
  const mapping = page.getByRole('table', { name: 'Mapping' });
  const sample = page.getByRole('table', { name: 'First rows as they will be read' });
  await expect(sample.getByText('Rejected: Not a domain: "not a domain".')).toBeVisible();
  await mapping.getByRole('combobox', { name: 'Field of Town' }).click();
  await page.getByRole('option', { name: 'Region', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(sample.getByRole('columnheader', { name: 'Region' })).toBeVisible();
  await expect(page.getByText('Your own', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await button(page, 'Dry run').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dry run' })).toBeVisible();
  await expect(page.getByText('Complete (dry run)')).toBeVisible();
  const rejects = page.getByRole('table', { name: 'Rejected rows' });
  await expect(rejects.getByRole('row')).toHaveCount(3);
  const listed = await download(page, button(page, 'Download rejected rows'));
  expect(listed.filename).toBe('firms.csv.rejects.jsonl');
  expect(listed.bytes.toString('utf8').trim().split('\n')).toHaveLength(2);
  await expectAccessible(page);

  await button(page, 'Import these companies').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import', exact: true })).toBeVisible();
  await expect(page.getByText('Complete', { exact: true })).toBeVisible();
  await expect(page.getByRole('definition').nth(1)).toHaveText('1');
  await button(page, 'Undo import').click();
  await expect(page.getByText('The 1 company that it created would go')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, undo' }).click();
  await expect(page.getByText(/^This import was undone on /)).toBeVisible();

  await page.getByRole('navigation').getByRole('link', { name: 'Universe' }).click();
  const imports = page.getByRole('grid', { name: 'Imports' });
  await expect(imports.getByRole('row').filter({ hasText: 'Undone' })).toContainText(STAFF);
  await expect(imports.getByRole('row').filter({ hasText: 'dry run' })).toContainText('firms.csv');
});

it('finds a person by name, deletes them everywhere, and keeps only who asked for it and when', async ({ open }) => {
  const page = await open('/admin/people', STAFF);
  await expect(page.getByText('Nobody asked to be deleted yet.')).toBeVisible();
  await page.getByText('Name and company', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('an');
  await page.getByRole('textbox', { name: 'Company' }).fill('al');
  await button(page, 'Find').click();
  const people = page.getByRole('table', { name: 'People with this name' });
  const withEmail = people.getByRole('row').filter({ hasText: '@' }).first();
  await expect(withEmail).toBeVisible();
  const email = await withEmail.getByRole('cell').nth(2).innerText();
  await expectAccessible(page);
  await withEmail.getByRole('button', { name: /^Choose / }).click();
  const holdings = page.getByRole('region', { name: 'Where the person is known' });
  await expect(holdings.getByRole('table', { name: 'Entries of the universe' }).getByText(email)).toBeVisible();
  await expectAccessible(page);

  await button(page, 'Delete this person').click();
  const dialog = page.getByRole('dialog', { name: 'Delete this person?' });
  await dialog.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(dialog.getByText('Please say why, e.g. by the number of the request')).toBeVisible();
  await dialog.getByLabel('Note').fill('Request 12');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Yes, delete' }).click();
  const request = page.getByRole('table', { name: 'Requested deletions' }).getByRole('row', { name: 'Request 12' });
  await expect(request.getByText(STAFF)).toBeVisible();
  await expect(request.getByText(/^1 entry, \d accounts?$/)).toBeVisible();
  await expect(request).not.toContainText(email);

  await page.getByText('Email or profile', { exact: true }).click();
  await page.getByLabel('Email address').fill(email);
  await button(page, 'Find').click();
  await expect(holdings.getByText('A person with one of these names was deleted before.')).toBeVisible();
  await expect(holdings.getByText('Nothing is stored about this person.')).toBeVisible();
  await expectAccessible(page);
});
