import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage, signIn } from './browser.ts';
import { addCondition, button, chips, companies, companyCount, rowOf, total } from './tag-steps.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function open(path = '/app/demo', email = 'admin@demo.quarry.test') {
  // What fades in or out has other colours for a moment, which axe would find fault with.
  const opened = await openPage(browser, { reducedMotion: 'reduce' });
  await signIn(opened.page, email, path);
  return opened;
}

it('keeps filters as a tag that companies carry, and changes, renames and deletes it', async () => {
  const { page, context, problems } = await open('/app/demo/talk-tracks');
  await page.waitForURL(/\/app\/demo\/tags$/);
  await page.getByRole('heading', { name: "You don't have any tag fields" }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create your first tag' }).click();

  // Nothing can be saved before it was looked at.
  const create = button(page, 'Create new tag');
  await create.waitFor();
  const all = await total(page);
  await expect.poll(() => create.getAttribute('aria-disabled')).toBe('true');
  expect(await button(page, 'Update tag').count()).toBe(0);
  await addCondition(page, 'Country', 'US');
  await expect.poll(() => create.getAttribute('aria-disabled')).toBe('true');
  await create.hover();
  await page.getByText('Press search and preview results before saving tag').waitFor();
  await button(page, 'Search').click();
  await expect.poll(() => total(page)).toBeLessThan(all);
  const inUs = await total(page);
  await expect.poll(() => create.getAttribute('aria-disabled')).toBeNull();
  await create.click();
  const save = page.getByRole('dialog', { name: 'Create new tag' });
  await save.getByText('Country is one of United States').waitFor();
  await save.getByText(`${inUs.toLocaleString('en-US')} companies match now`).waitFor();
  expect(await save.getByRole('button', { name: 'Create tag' }).getAttribute('aria-disabled')).toBe('true');
  await expectAccessible(page);
  await save.getByLabel('Tag name').fill('American');
  await page.keyboard.press('Enter');
  await page.getByText('Tag saved').waitFor();
  await page.getByText('Editing tag American').waitFor();
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tags' }).click();
  expect(await companyCount(page, 'American')).toBe(inUs);
  await rowOf(page, 'American').getByText('Country is one of United States').waitFor();
  await expectAccessible(page);

  // The tag is a filter by its name, and a column.
  await page.getByRole('link', { name: 'Add Tag' }).click();
  await page.getByRole('complementary', { name: 'Filters' }).waitFor();
  await addCondition(page, 'Tags', 'Ameri');
  await button(page, 'Apply filters').click();
  await chips(page).getByText('Tags contains any of American').waitFor();
  await expect.poll(() => total(page)).toBe(inUs);
  await create.click();
  await save.getByLabel('Tag name').fill('american');
  await save.getByText('Tag name must be unique').waitFor();
  await expectAccessible(page);
  await save.getByLabel('Tag name').fill('Tagged American');
  await save.getByRole('button', { name: 'Create tag' }).click();
  await save.waitFor({ state: 'detached' });

  // Who has the address edits the same tag.
  await page.goto('/app/demo/tags');
  await page.getByRole('link', { name: 'View Companies / Edit American', exact: true }).click();
  await chips(page).getByText('Country is one of United States').waitFor();
  await expect.poll(() => total(page)).toBe(inUs);
  const address = page.url();
  const user = await open('/app/demo', 'user@demo.quarry.test');
  await user.page.goto(address);
  await user.page.getByText('Editing tag American').waitFor();
  await user.page.getByRole('complementary', { name: 'Filters' }).waitFor({ state: 'detached' });
  await user.page.keyboard.press('f');
  await button(user.page, 'And condition').click();
  await addCondition(user.page, 'Industry', 'Software');
  const update = button(user.page, 'Update tag');
  await expect.poll(() => update.getAttribute('aria-disabled')).toBe('true');
  await button(user.page, 'Apply filters').click();
  await user.page.getByText('filters changed').waitFor();
  await expect.poll(() => total(user.page)).toBeLessThan(inUs);
  const narrowed = await total(user.page);
  await expect.poll(() => update.getAttribute('aria-disabled')).toBeNull();
  await update.click();
  const dialog = user.page.getByRole('dialog', { name: 'Update tag' });
  expect(await dialog.getByLabel('Tag name').inputValue()).toBe('American');
  await dialog.getByRole('button', { name: 'Update tag' }).click();
  await dialog.waitFor({ state: 'detached' });
  await user.page.getByText('filters changed').waitFor({ state: 'detached' });
  await user.page.goto('/app/demo/tags');
  await expect.poll(() => companyCount(user.page, 'American'), { timeout: 20_000 }).toBe(narrowed);
  // A tag that uses it follows.
  await expect.poll(() => companyCount(user.page, 'Tagged American'), { timeout: 20_000 }).toBe(narrowed);

  // The other one sees it without doing anything, from polling.
  await page.goto('/app/demo/tags');
  const actions = async (tag: string, item: string) => {
    await button(page, `More actions for ${tag}`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await actions('American', 'Rename tag');
  const rename = page.getByRole('dialog', { name: 'Rename Tag' });
  expect(await button(page, 'Rename').getAttribute('aria-disabled')).toBe('true');
  await rename.getByLabel('Tag name').fill('TAGGED american');
  await rename.getByText('Tag name must be unique').waitFor();
  await expectAccessible(page);
  await rename.getByLabel('Tag name').fill('US companies');
  await button(page, 'Rename').click();
  await rowOf(page, 'US companies').waitFor();
  await rowOf(page, 'Tagged American').getByText('Tags contains any of US companies').waitFor();
  await rowOf(user.page, 'US companies').waitFor({ timeout: 10_000 });

  await actions('US companies', 'Delete tag');
  const confirm = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await confirm.getByText('Are you sure you want to delete the "US companies" tag?').waitFor();
  await confirm.getByRole('button', { name: 'Yes, delete' }).click();
  await confirm.getByText('Error deleting tag').waitFor();
  await confirm.getByText('Tagged American').waitFor();
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'No, cancel' }).click();
  await page.getByPlaceholder('Search tags').fill('tagged');
  await page.waitForURL(/\?search=tagged$/);
  await rowOf(page, 'US companies').waitFor({ state: 'detached' });
  await actions('Tagged American', 'Delete tag');
  await confirm.getByRole('button', { name: 'Yes, delete' }).click();
  await page.getByText('Tag deleted').waitFor();
  await page.getByText('No tags match the provided search term').waitFor();
  await button(page, 'Clear search').last().click();
  await actions('US companies', 'Delete tag');
  await confirm.getByRole('button', { name: 'Yes, delete' }).click();
  await page.getByRole('heading', { name: "You don't have any tag fields" }).waitFor();

  // An address that edits a tag that is gone says so.
  await user.page.goto(address);
  await user.page.getByText('This tag no longer exists').waitFor();
  expect([...problems, ...user.problems]).toEqual([]);
  await user.context.close();
  await context.close();
}, 240_000);

it('shows tags on companies by name, in light and dark', async () => {
  const { page, context, problems } = await open('/app/demo#show-filters');
  const all = await total(page);
  await addCondition(page, 'Country', 'DE');
  await button(page, 'Apply filters').click();
  await expect.poll(() => total(page)).toBeLessThan(all);
  await button(page, 'Create new tag').click();
  await page.getByRole('dialog', { name: 'Create new tag' }).getByLabel('Tag name').fill('Germany 100% & "more" #1');
  await page.keyboard.press('Enter');
  await page.getByText('Editing tag Germany 100%').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Updating...').waitFor({ state: 'detached', timeout: 20_000 });
  await companies(page).getByRole('row').nth(1).getByRole('link').first().click();
  const drawer = page.getByRole('dialog', { name: /^Company/ });
  await drawer.getByPlaceholder('Find a data point').fill('Tags');
  await drawer.getByText('Germany 100% & "more" #1').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /dark/i }).click();
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  await expectAccessible(page);
  await page.goto('/app/demo/tags');
  await rowOf(page, 'Germany 100% & "more" #1').waitFor();
  await expectAccessible(page);
  await button(page, 'More actions for Germany 100% & "more" #1').click();
  await page.getByRole('menuitem', { name: 'Delete tag' }).click();
  await button(page, 'Yes, delete').click();
  await page.getByText('Tag deleted').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('asks of tags what a tag may ask, and says why a search that asks more cannot be one', async () => {
  const { page, context, problems } = await open('/app/demo#show-filters');
  const all = await total(page);
  await addCondition(page, 'Country', 'FR');
  await button(page, 'Apply filters').click();
  await expect.poll(() => total(page)).toBeLessThan(all);
  await button(page, 'Create new tag').click();
  await page.getByRole('dialog', { name: 'Create new tag' }).getByLabel('Tag name').fill('French');
  await page.keyboard.press('Enter');
  await page.getByText('Editing tag French').waitFor();

  const panel = page.getByRole('complementary', { name: 'Filters' });
  const chooseTags = async () => {
    await panel.getByRole('button', { name: 'And condition' }).click();
    await panel
      .getByRole('button', { name: /^Choose a data point/ })
      .last()
      .click();
    await page.getByRole('combobox', { name: 'Search data points' }).fill('Tags');
    await page.getByRole('option', { name: /^Tags/ }).first().click();
  };
  const operators = async () => {
    await panel.getByRole('combobox', { name: 'Operator' }).last().click();
    return page.getByRole('listbox', { name: 'Operator' }).getByRole('option').allInnerTexts();
  };
  await chooseTags();
  expect(await operators()).toEqual(['contains any of', 'not contains any of']);
  await page.keyboard.press('Escape');
  await panel.getByRole('combobox', { name: 'Values of Tags' }).click();
  await page.getByText('No values', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await button(page, 'Discard').click();

  await button(page, 'Stop editing tag French').click();
  await chooseTags();
  expect(await operators()).toHaveLength(6);
  await page.getByRole('option', { name: 'not exists', exact: true }).click();
  await button(page, 'Apply filters').click();
  await chips(page).getByText('Tags does not exist').waitFor();
  const create = button(page, 'Create new tag');
  await expect.poll(() => create.getAttribute('aria-disabled')).toBe('true');
  await create.hover();
  await page.getByText('A tag can only ask whether a company carries some other tags or not').waitFor();
  await page.goto('/app/demo/tags');
  await button(page, 'More actions for French').click();
  await page.getByRole('menuitem', { name: 'Delete tag' }).click();
  await button(page, 'Yes, delete').click();
  await page.getByText('Tag deleted').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('names the field that a filter has lost, and keeps showing the companies of before', async () => {
  const { page, context, problems } = await open();
  const problem = "The filter can't be evaluated any more because of “gone_field”. The companies are those of before.";
  const rule = { id: 'r', field: 'gone_field', operator: 'containsAnyOf', value: ['one'] };
  const tag = {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'By a field that is gone, with a name that is so long that the list has to cut it off somewhere',
    filters: { id: 'g', combinator: 'and', rules: [rule] },
    companyCount: 1234,
    lastModifiedAt: '2026-01-02T03:04:05.000Z',
    processingStatus: 'Fresh',
    problem,
  };
  // An account loses a field only by a change of its definitions and a build, which would change the demo for all.
  await page.route(/\/api\/app\/talk-tracks\?/, (route) => route.fulfill({ json: { talkTracks: [tag] } }));
  await page.goto('/app/demo/tags');
  const row = rowOf(page, tag.name);
  await row.getByText('Broken filter').waitFor();
  await row.getByText('1,234').waitFor();
  await row.getByText(/gone_field/).waitFor();
  for (const scheme of ['light', 'dark']) {
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(scheme);
    await row.getByText('Broken filter').hover();
    await page.getByText(problem).waitFor();
    await expectAccessible(page);
    if (scheme === 'light') await page.getByRole('button', { name: /dark/i }).click();
  }
  expect(problems).toEqual([]);
  await context.close();
});
