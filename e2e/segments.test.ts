import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { it, signIn } from './journey.ts';
import { makeOwnAccount } from './own-account.ts';
import { button, chooseAction, link } from './page-parts.ts';
import {
  chooseCondition,
  chooseTemplate,
  contactRows,
  limitTo,
  pasteDomains,
  saveAndView,
  sayThatSearchesRun,
  segmentRows,
  WHILE_IT_RUNS,
} from './segment-steps.ts';

const WITH_COUNTRY = {
  fieldDefinitions: [
    { internalName: 'firmographics/primary_domain', externalName: 'domain', displayName: 'Domain' },
    { internalName: 'firmographics/company_name', externalName: 'name', displayName: 'Company name' },
    { internalName: 'firmographics/country', externalName: 'country', displayName: 'Country' },
  ],
};

it('makes the first segment, changes and deletes it', async ({ newPage }) => {
  const account = await makeOwnAccount('first-segment', WITH_COUNTRY);
  try {
    await account.build();
    const page = await newPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, account.member, '/app/first-segment/segments');
    await expect(page.getByRole('heading', { name: "You don't have any segments" })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Guides' }).getByRole('link')).toHaveCount(7);
    await expectAccessible(page);
    await link(page, 'Create your first segment').click();

    const name = page.getByRole('textbox', { name: 'Name' });
    await name.click();
    await name.blur();
    await expect(page.getByText('Please provide a name for the segment')).toBeVisible();
    await name.fill('Americans');
    await chooseCondition(page, 'Country', 'US');
    await expect(page.getByTestId('segment-in-words')).toHaveText('Country is one of United States');
    await limitTo(page, 20);
    await pasteDomains(
      page,
      Array.from({ length: 5_001 }, (_, at) => `c${at}.test`),
    );
    await expect(page.getByText('Too many domains')).toBeVisible();
    await expect(button(page, 'Save segment')).toHaveAttribute('aria-disabled', 'true');
    await pasteDomains(page, ['nobody.example']);
    await expect(page.getByText('1 domain not found in your dataset')).toBeVisible();
    await expect(page.getByText('No companies matching criteria. Please modify segment definition.')).toBeVisible();
    await pasteDomains(page, [' ']);
    await expect(page.getByRole('status').filter({ hasText: '20 matching companies' })).toBeAttached();
    await expectAccessible(page);
    const added = page.getByText(
      'Segment added. It can take several minutes to calculate for the first time and appear.',
    );
    // It goes away by itself, on a slow machine before the page has its rows.
    await Promise.all([saveAndView(page), expect(added).toBeVisible()]);
    await expect(page.getByRole('tab', { name: /^Companies 20/ })).toBeVisible();
    await expectAccessible(page);

    // The company opens beside the table and names its segment.
    await segmentRows(page).first().getByRole('link').first().click();
    const company = page.getByRole('dialog', { name: /^Company/ });
    await expect(company.getByRole('region', { name: 'Segments' }).getByRole('link')).toHaveText('Americans');
    await page.keyboard.press('Escape');
    await expect(company).toHaveCount(0);
    await button(page, 'Refresh').click();
    await expect(page.getByText('Segment refresh started')).toBeVisible();

    await link(page, 'Edit segment').click();
    await expect(page.getByRole('heading', { name: 'Edit segment' })).toBeVisible();
    await page.getByRole('switch', { name: 'Dynamic' }).click();
    await link(page, 'All segments').click();
    const unsaved = page.getByRole('dialog', { name: 'Unsaved changes' });
    await unsaved.getByRole('button', { name: 'Stay' }).click();
    const saved = page.getByText('Segment saved and is being re-calculated...');
    await Promise.all([saveAndView(page), expect(saved).toBeVisible()]);
    await expect(page.getByText('Dynamic', { exact: true })).toBeVisible();

    await link(page, 'All segments').click();
    await page.getByPlaceholder('Search segments').fill('nothing');
    await expect(page.getByText('No segments matching search')).toBeVisible();
    await button(page, 'Clear search').last().click();
    await expectAccessible(page);
    await chooseAction(page, 'Americans', 'Delete segment');
    await expect(page.getByText('This will remove this segment. Are you sure?')).toBeVisible();
    await button(page, 'Yes, delete').click();
    await expect(page.getByText('Segment deleted')).toBeVisible();
    await expect(page.getByRole('heading', { name: "You don't have any segments" })).toBeVisible();
  } finally {
    await account.close();
  }
}, 240_000);

it('finds contacts with a persona from a template, runs out of credits and continues', async ({ newPage }) => {
  const account = await makeOwnAccount('finding', {});
  try {
    await account.grantContactCredits(5);
    await account.build();
    const page = await newPage();
    await signIn(page, account.admin, '/app/finding/segments/edit/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Buyers');
    // By lot, and one company in seven has a sales leader who can be reached: enough for more than two of them.
    await limitTo(page, 150);
    await chooseTemplate(page, 'Sales Leadership');
    const editor = page.getByRole('dialog', { name: 'Add persona' });
    await expect(editor.getByRole('button', { name: 'Preview' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    await editor.getByRole('button', { name: 'Save persona' }).click();
    await expect(editor).toHaveCount(0);
    await saveAndView(page);
    await page.getByRole('tab', { name: /^Contacts/ }).click();
    await expect(page).toHaveURL(/#contacts$/);

    await chooseAction(page, 'Sales Leadership', 'Preview');
    const preview = page.getByRole('dialog', { name: 'Persona preview' });
    await expect(preview.getByText(/people match at \d+ companies/)).toBeVisible(WHILE_IT_RUNS);
    await preview.getByRole('tab', { name: 'Unmatched Companies' }).click();
    await expect(preview.getByRole('grid', { name: 'Unmatched Companies' }).getByRole('rowheader').first()).toBeVisible(
      WHILE_IT_RUNS,
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    // The most that the search can cost exceeds the balance until the persona has a limit.
    const start = button(page, 'Find contacts of Sales Leadership');
    const confirm = page.getByRole('dialog', { name: 'Find contacts for Sales Leadership' });
    await start.click();
    await expect(confirm.getByText('You have insufficient credits to complete this search')).toBeVisible();
    await expectAccessible(page);
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await chooseAction(page, 'Sales Leadership', 'Edit persona');
    const edit = page.getByRole('dialog', { name: 'Edit persona Sales Leadership' });
    await edit.getByRole('textbox', { name: 'Credit limit' }).fill('2');
    await edit.getByRole('button', { name: 'Save persona' }).click();
    await expect(edit).toHaveCount(0);
    await start.click();
    await confirm.getByRole('button', { name: 'Find contacts' }).click();
    await expect(contactRows(page)).toHaveCount(2, WHILE_IT_RUNS);
    await expectAccessible(page);

    await account.grantContactCredits(300);
    // The search ends while the persona is edited: saving it then starts nothing again.
    await sayThatSearchesRun(page);
    await chooseAction(page, 'Sales Leadership', 'Edit persona');
    await expect(edit.getByRole('button', { name: 'Save and search again' })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await edit.getByRole('textbox', { name: 'Credit limit' }).fill('');
    await edit.getByRole('button', { name: 'Save persona' }).click();
    await expect(edit).toHaveCount(0);
    await start.click();
    await confirm.getByRole('button', { name: 'Find contacts' }).click();
    await expect(page.getByText('Complete', { exact: true })).toBeVisible(WHILE_IT_RUNS);
    await expect.poll(() => contactRows(page).count(), WHILE_IT_RUNS).toBeGreaterThan(2);
    await page.getByRole('switch', { name: 'Checked' }).click();
    await expect(page).toHaveURL(/checked=yes/);

    await page.getByRole('button', { name: /^Credits/ }).click();
    await link(page, 'All entries').click();
    await expect(page.getByText('Reason: For a journey').first()).toBeVisible();
    await expectAccessible(page);
  } finally {
    await account.close();
  }
}, 240_000);

it('asks about a second persona with the same name, and retries a segment that failed', async ({ newPage }) => {
  const account = await makeOwnAccount('mending', {});
  try {
    await account.build();
    const page = await newPage();
    await signIn(page, account.member, '/app/mending/segments/edit/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('To mend');
    await limitTo(page, 5);
    await saveAndView(page);
    await page.getByRole('tab', { name: /^Contacts/ }).click();
    await chooseTemplate(page, 'Finance Leadership');
    await button(page, 'Save persona').click();
    await expect(page.getByRole('list', { name: 'Personas' }).getByRole('listitem')).toHaveCount(1);

    await chooseTemplate(page, 'Marketing Leadership');
    const editor = page.getByRole('dialog', { name: 'Add persona' });
    await editor.getByRole('textbox', { name: 'Name' }).fill('finance leadership');
    await editor.getByRole('textbox', { name: 'Name' }).blur();
    await expect(editor.getByText('A persona with this name already exists in this segment')).toBeVisible();
    await editor.getByRole('button', { name: 'Save persona' }).click();
    const duplicate = page.getByRole('dialog', { name: 'Duplicate persona name' });
    await expectAccessible(page);
    await duplicate.getByRole('button', { name: 'Cancel' }).click();
    await expect(editor).toBeVisible();
    await editor.getByRole('button', { name: 'Save persona' }).click();
    await duplicate.getByRole('button', { name: 'Overwrite' }).click();
    await expect(editor).toHaveCount(0);
    const personas = page.getByRole('list', { name: 'Personas' }).getByRole('listitem');
    await expect(personas).toHaveCount(1);
    await expect(personas.getByText(/chief marketing officer/)).toBeVisible();

    await account.failSegment('To mend', 'The data point “Employees” no longer exists.');
    await page.reload();
    await expect(page.getByText(/The data point “Employees” no longer exists\./)).toBeVisible();
    await expectAccessible(page);
    await button(page, 'Retry').click();
    await expect(page.getByRole('tab', { name: /^Companies 5/ })).toBeVisible(WHILE_IT_RUNS);
  } finally {
    await account.close();
  }
}, 240_000);

it('puts selected companies into a segment, and adds others', async ({ newPage }) => {
  const account = await makeOwnAccount('choosing', {});
  try {
    await account.build();
    const page = await newPage();
    await signIn(page, account.member, '/app/choosing');
    const boxes = page.getByRole('grid', { name: 'Companies' }).getByRole('checkbox', { name: /^Select (?!every)/ });
    await boxes.nth(0).click();
    await boxes.nth(1).click();
    await button(page, 'Add to segment').click();
    const dialog = page.getByRole('dialog', { name: 'Add to segment' });
    await dialog.getByLabel('Name').fill('Chosen');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create segment' }).click();
    await expect(page.getByText('Segment Chosen added')).toBeVisible();
    await boxes.nth(1).click();
    await boxes.nth(2).click();
    await button(page, 'Add to segment').click();
    await dialog.getByText('Existing segment').click();
    await dialog.getByRole('combobox', { name: 'Segment' }).click();
    await page.getByRole('option', { name: 'Chosen' }).click();
    await dialog.getByRole('button', { name: 'Add companies' }).click();
    await expect(page.getByText('1 company added to Chosen')).toBeVisible();
    await button(page, 'View segment').last().click();
    await expect(page.getByRole('tab', { name: /^Companies 3/ })).toBeVisible(WHILE_IT_RUNS);
  } finally {
    await account.close();
  }
}, 240_000);
