import { z } from 'zod';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { it } from './journey.ts';
import { button, chooseAction } from './page-parts.ts';

const found = z.object({ companies: z.array(z.object({ __domain: z.string() })) });

const companiesOf = (answer: unknown) => found.safeParse(answer).data?.companies.map(({ __domain }) => __domain) ?? [];

it('compares companies, chooses rules from the findings and exports them', async ({ open }) => {
  const page = await open('/app/demo/tags');
  const answer = page.waitForResponse(
    async (response) => response.url().includes('/companies/search') && companiesOf(await response.json()).length > 0,
  );
  await page.goto('/app/demo');
  const domains = companiesOf(await (await answer).json());
  await page.goto('/app/demo/scoring/analysis');
  await expect(page.getByRole('heading', { name: "You don't have any analysis reports" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: '+ New analysis report' }).first().click();
  const save = button(page, 'Save');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Target domains').fill(`\n${domains.slice(0, 3).join('\n\n')}\n`);
  await expect(page.getByText('3 target domains rarely show anything reliable.')).toBeVisible();
  await save.click();
  await expect(page.getByText('Please provide a name for the report')).toBeVisible();
  await page.getByLabel('Name').fill('Best companies');
  await page.getByLabel('Other domains', { exact: true }).check();
  await save.click();
  await expect(page.getByText('Please provide at least one other domain')).toBeVisible();
  await expectAccessible(page);
  // What was typed is not lost.
  await page.getByRole('link', { name: 'All reports' }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay' }).click();
  await page.getByLabel('All other companies of the dataset').check();
  await page.getByLabel('Target domains').fill([...domains, 'unknown.test'].join('\n'));
  await save.click();

  await expect(page.getByRole('heading', { name: 'Best companies' })).toBeVisible();
  await expect(page.getByText(`Target domains found: ${domains.length}`)).toBeVisible();
  await page.getByText('Target domains not found: 1').click();
  await expect(page.getByLabel('Target domains not found')).toHaveValue('unknown.test');
  await expect(page.getByText(`Compares ${domains.length} target companies`)).toBeVisible();
  await expectAccessible(page);

  const groups = page.getByRole('table', { name: /^Findings on / });
  const impactful = await groups.count();
  await page.getByRole('switch', { name: 'Hide low impact fields' }).uncheck();
  await expect.poll(() => groups.count()).toBeGreaterThan(impactful);
  const all = groups.getByRole('checkbox', { name: /^Select all findings on / });
  for (const checkbox of await all.all()) await checkbox.check();
  await expect(page.getByRole('alert').getByText('You must select less than 100 rules')).toBeVisible();
  await expect(button(page, 'Save as scoring field')).toHaveAttribute('aria-disabled', 'true');
  for (const checkbox of await all.all()) await checkbox.uncheck();
  await expect(page.getByText('0 rules selected')).toBeVisible();
  await expect(button(page, 'Save as scoring field')).toHaveAttribute('aria-disabled', 'true');
  await groups.first().getByRole('checkbox').nth(1).check();
  await expect(page.getByText('1 rule selected')).toBeVisible();
  await expect(button(page, 'Save as scoring field')).not.toHaveAttribute('aria-disabled');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });

  const results = page.url();
  const exports = /\/api\/app\/csv-exports/;
  await page.route(exports, (route) => route.abort());
  await button(page, 'Export CSV').click();
  await expect(page.getByText('Could not start CSV export')).toBeVisible();
  await page.unroute(exports);
  await button(page, 'Export CSV').click();
  await expect(page.getByText('All of a scoring analysis report')).toBeVisible();
  await expectAccessible(page);
  await page.goto(results);
  await page.getByRole('button', { name: 'More actions for Best companies' }).click();
  await page.getByRole('menuitem', { name: 'Delete report' }).click();
  await button(page, 'Yes, delete').click();
  await expect(page.getByText('Report deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/scoring\/analysis$/);
});

it('says why a report could not be calculated, and opens its settings', async ({ open }) => {
  const page = await open('/app/demo/scoring/analysis/new');
  await page.getByLabel('Name').fill('Nobody');
  await page.getByLabel('Target domains').fill('unknown.test');
  await button(page, 'Save').click();
  const alert = page.getByRole('alert').filter({ hasText: 'There was an error calculating this report' });
  await expect(alert.getByText('None of the target domains is in your dataset')).toBeVisible();
  await expectAccessible(page);
  await alert.getByRole('link', { name: 'Edit settings' }).click();
  await expect(page.getByLabel('Target domains')).toHaveValue('unknown.test');

  const reports = /\/api\/app\/scoring-analysis\/reports\/[^/]+$/;
  await page.route(reports, (route) => route.abort());
  await page.goto(page.url().replace('/edit/', '/results/'));
  await expect(page.getByText('Error!', { exact: true })).toBeVisible();
  await page.unroute(reports);
  await button(page, 'Retry').click();
  await chooseAction(page, 'Nobody', 'Delete report');
  await page.route(reports, (route) => route.abort());
  await button(page, 'Yes, delete').click();
  await expect(page.getByText('Error deleting scoring report')).toBeVisible();
  await page.unroute(reports);
  await chooseAction(page, 'Nobody', 'Delete report');
  await button(page, 'Yes, delete').click();
  await expect(page.getByText('Report deleted')).toBeVisible();
});
