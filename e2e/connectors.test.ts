import { createServer, type IncomingMessage } from 'node:http';
import type { Page } from 'playwright';
import { afterAll, beforeAll, inject } from 'vitest';
import {
  type HubspotStandIn,
  startHubspot,
} from '../apps/server/src/features/integrations/testing/stand-ins/hubspot/index.ts';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { companyTotal } from './explorer-steps.ts';
import { it } from './journey.ts';
import { makeOwnAccount, type OwnAccount } from './own-account.ts';
import { button, link, toNumber } from './page-parts.ts';

const WHILE_IT_RUNS = { timeout: 90_000 };
const HOME = '/app/connecting';
const CONNECTORS = `${HOME}/settings/connectors`;

let account: OwnAccount;
let hubspot: HubspotStandIn;
beforeAll(async () => {
  hubspot = await startHubspot({ port: inject('quarry').hubspotPort, searchLagMs: 0 });
  account = await makeOwnAccount('connecting', {
    fieldDefinitions: [
      { internalName: 'firmographics/primary_domain', externalName: 'domain', displayName: 'Domain' },
      { internalName: 'firmographics/company_name', externalName: 'name', displayName: 'Company name' },
      { internalName: 'firmographics/industry', externalName: 'industry', displayName: 'Industry' },
      { internalName: 'firmographics/employee_count', externalName: 'staff', displayName: 'Staff' },
    ],
  });
  await account.build();
}, 180_000);
afterAll(async () => {
  await account?.close();
  await hubspot?.close();
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const mappingOf = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^CRM field of ${name}:`) });
const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true });
const firstRow = (page: Page, table: string) => grid(page, table).getByRole('row').nth(1);
/** How many records of a kind a plan has under a word. */
const figure = (page: Page, kind: string, word: string) =>
  page
    .getByRole('region', { name: kind, exact: true })
    .locator('div')
    .filter({ has: page.getByText(word, { exact: true }) })
    .locator('dd');

async function openSync(page: Page, search: string): Promise<void> {
  await page.goto(`${HOME}#state=${encodeURIComponent(JSON.stringify({ search }))}`);
  await page.reload();
  await button(page, 'Sync').click();
  await expect(button(page, 'Dry run')).toBeEnabled();
}

it('connects HubSpot, maps and creates fields, and syncs what a dry run has shown', async ({ open }) => {
  const page = await open(CONNECTORS, account.admin);
  await expect(page.getByRole('list', { name: 'Connectors' }).getByRole('heading')).toHaveText([
    'Salesforce',
    'HubSpot',
    'Webhook',
    'Pipedrive',
  ]);
  await expectAccessible(page);
  await button(page, 'Connect HubSpot').click();
  await expect(dialog(page, 'Connect HubSpot').getByText('the field quarry_id')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Continue to HubSpot').click();
  await expect(page.getByText('Your HubSpot account Portal 4711 is connected.')).toBeVisible();
  await expectAccessible(page);
  // The code is in no address that could be gone back to, shared or sent on.
  const history = await page.evaluate<string>('navigation.entries().map(({ url }) => url).join(" ")');
  expect(history).toMatch(/connectors\/HUBSPOT$/);
  expect(history).not.toContain('code=');
  expect((await page.request.get(page.url())).headers()['referrer-policy']).toBe('no-referrer');

  await link(page, 'Map fields').click();
  const unmapped = /^\d+ company fields and \d+ contact fields are not mapped and will not be synced\.$/;
  await expect(page.getByText(unmapped)).toBeVisible();
  await page.getByRole('button', { name: /^Map \d+ fields with the same name$/ }).click();
  await expect(page.getByText('Mapping change saved').first()).toBeVisible();
  await expect(mappingOf(page, 'Industry')).toHaveText('industry');
  await expectAccessible(page);
  await button(page, 'Create field for Staff').click();
  const creation = dialog(page, 'Create a field in HubSpot');
  await creation.getByRole('textbox').fill('x'.repeat(41));
  await expect(creation.getByText('Name must be 40 characters or less')).toBeVisible();
  await expect(creation.getByText('Length 41/40')).toBeVisible();
  await creation.getByRole('textbox').fill('Staff in Quarry');
  await creation.getByRole('combobox', { name: 'Type of Staff in the CRM' }).selectOption('Number');
  await expectAccessible(page);
  await creation.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Field Staff in Quarry has been created successfully')).toBeVisible(WHILE_IT_RUNS);
  await expect(mappingOf(page, 'Staff')).toHaveText('Staff in Quarry');
  await page.getByRole('combobox', { name: 'Update strategy of Company name' }).selectOption('Update if empty');
  await expect(page.getByText('Mapping change saved').first()).toBeVisible();

  await openSync(page, 'labs');
  const found = await companyTotal(page);
  await expect(page.getByText('The first sync to HubSpot')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Dry run').click();
  // HubSpot has no such choices for industries, which the dry run foresees.
  await expect(figure(page, 'Companies', 'to create')).toHaveText(/^[1-9]\d*$/, WHILE_IT_RUNS);
  const created = toNumber(await figure(page, 'Companies', 'to create').innerText());
  await expect(figure(page, 'Companies', 'will fail')).toHaveText(String(found - created));
  expect(created).toBeLessThan(found);
  await expect(page.getByText('Invalid option for Industry').first()).toBeVisible();
  await expectAccessible(page);
  expect(hubspot.companies.live).toHaveLength(0);
  await button(page, 'Export CSV').click();
  await expect(page.getByText('Export started.')).toBeVisible();
  await button(page, 'Start sync').click();
  const status = dialog(page, 'Sync Job Status');
  // Until the sync has started, the dialog still shows that the dry run is complete.
  await expect(status.getByText('Manual Sync HubSpot')).toBeVisible();
  await expect(status.getByText('Complete', { exact: true })).toBeVisible(WHILE_IT_RUNS);
  await expectAccessible(page);
  expect(hubspot.companies.live).toHaveLength(created);

  // The fix adds the choices, and only the refused records are sent again.
  await link(page, 'Open in Connector Logs').click();
  await expect(page.getByRole('dialog', { name: 'Manual Sync HubSpot' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await grid(page, 'Current record sync errors').getByText('Invalid option for Industry').click();
  await expect(page.getByText(`Fix ${found - created} records at once`)).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Add the missing values').click();
  await button(page, `Fix ${found - created} records`).click();
  await expect(page.getByRole('dialog', { name: /Sync HubSpot/ }).getByText('Complete')).toBeVisible(WHILE_IT_RUNS);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('No errors have occurred')).toBeVisible();
  await expectAccessible(page);
  expect(hubspot.companies.live).toHaveLength(found);

  // The first sync, below the one of the fix, is taken back after a preview.
  await grid(page, 'Sync jobs').getByRole('row', { name: 'Manual Sync HubSpot' }).last().click();
  await button(page, 'Take back this sync…').click();
  await expectAccessible(page);
  await button(page, 'Preview').click();
  await expect(figure(page, 'Companies', 'to archive')).toHaveText(String(created), WHILE_IT_RUNS);
  await expectAccessible(page);
  expect(hubspot.companies.live).toHaveLength(found);
  await button(page, `Restore 0 records and archive ${created}`).click();
  await expect(page.getByRole('dialog', { name: 'Undo HubSpot' }).getByText('Complete')).toBeVisible(WHILE_IT_RUNS);
  expect(hubspot.companies.live).toHaveLength(found - created);
  expect(hubspot.server.contractViolations).toEqual([]);
  expect(hubspot.duplicates).toEqual([]);
}, 240_000);

it('sends a signed test to a webhook, shows how it was answered, and sends a failed one again', async ({ open }) => {
  const requests: { headers: IncomingMessage['headers']; body: string }[] = [];
  let status = 500;
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      requests.push({ headers: request.headers, body });
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"seen":true}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no address');

  const page = await open(`${CONNECTORS}?connector=WEBHOOK`, account.admin);
  const drawer = dialog(page, 'Configure: Webhook');
  await drawer.getByLabel('Companies URL').fill('example.com');
  await drawer.getByLabel('Batch size').fill('201');
  await expect(drawer.getByText('URL must start with "https://" or "http://"')).toBeVisible();
  await expect(drawer.getByText('Value must be between 1 and 200')).toBeVisible();
  await expect(drawer.getByRole('switch', { name: 'Sync automatically' })).toBeDisabled();
  await expectAccessible(page);
  await drawer.getByLabel('Companies URL').fill(`http://127.0.0.1:${address.port}/companies`);
  await drawer.getByLabel('Batch size').fill('2');
  await expect(drawer.getByRole('textbox', { name: 'Example payload' })).toHaveValue(/"body": \[/);
  await drawer.getByLabel('HMAC secret').fill('hush');
  // Closing asks first.
  await drawer.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog(page, 'Unsaved changes').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Connector saved')).toBeVisible();

  await page.goto(`${HOME}/settings/connector-logs?connector=WEBHOOK`);
  await expect(page.getByText('No jobs have been started')).toBeVisible();
  await expect(page.getByText('No errors have occurred')).toBeVisible();
  await button(page, 'Send test').click();
  await expect(firstRow(page, 'Webhook deliveries').getByText('Failed')).toBeVisible();
  await firstRow(page, 'Webhook deliveries').getByRole('gridcell').first().click();
  const delivery = dialog(page, '1 company, as a test');
  await expect(delivery.getByRole('textbox', { name: 'Response body' })).toHaveValue(/"seen": true/);
  await expect(delivery.getByRole('textbox', { name: 'Request headers' })).toHaveValue(/X-Quarry-Hmac-Sha256/);
  await expectAccessible(page);
  status = 204;
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await expect(delivery.getByText('Delivered', { exact: true })).toBeVisible();
  await expectAccessible(page);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.body).toBe(requests[0]?.body);
  expect(requests[1]?.headers['x-quarry-delivery']).toBe(requests[0]?.headers['x-quarry-delivery']);
  receiver.close();
});

it('says why a connection failed, and keeps connectors from people without permission', async ({ open }) => {
  const page = await open(`${CONNECTORS}/HUBSPOT?error=access_denied&error_description=You+said+no`, account.admin);
  await expect(
    page.getByText('Failed to connect your HubSpot account. Please contact support, or try again later.'),
  ).toBeVisible();
  await expect(page.getByText('You said no')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/connectors/hubspot?code=1&state=nonsense');
  await expect(page.getByText('This link does not say which account to connect')).toBeVisible();
  await expectAccessible(page);

  const member = await open(CONNECTORS, account.member);
  await expect(member.getByText("You don't have permissions to view this page.", { exact: false })).toBeVisible();
  await member.goto(HOME);
  await expect(button(member, 'Export')).toBeVisible();
  await expect(button(member, 'Sync')).toHaveCount(0);
});
