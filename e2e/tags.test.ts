import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import {
  addCondition,
  chips,
  chooseDataPoint,
  companies,
  companyTotal,
  expectTotal,
  filterPanel,
  totalBelow,
} from './explorer-steps.ts';
import { it, USER } from './journey.ts';
import { button, chooseAction, formatNumber, mainLink } from './page-parts.ts';
import { expectCompanyCount, rowOf } from './tag-steps.ts';

it('saves filters as a tag, and edits, renames and deletes it', async ({ open }) => {
  const page = await open('/app/demo/talk-tracks');
  await expect(page).toHaveURL(/\/app\/demo\/tags$/);
  await expect(page.getByRole('heading', { name: "You don't have any tag fields" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create your first tag' }).click();

  // A tag can only be saved after a search.
  const create = button(page, 'Create new tag');
  await expect(create).toBeVisible();
  const all = await companyTotal(page);
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await expect(button(page, 'Update tag')).toHaveCount(0);
  await addCondition(page, 'Country', 'US');
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.hover();
  await expect(page.getByText('Press search and preview results before saving tag')).toBeVisible();
  await button(page, 'Search').click();
  const inUs = await totalBelow(page, all);
  await expect(create).not.toHaveAttribute('aria-disabled');
  await create.click();
  const save = page.getByRole('dialog', { name: 'Create new tag' });
  await expect(save.getByText('Country is one of United States')).toBeVisible();
  await expect(save.getByText(`${formatNumber(inUs)} companies match now`)).toBeVisible();
  await expect(save.getByRole('button', { name: 'Create tag' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await save.getByLabel('Tag name').fill('American');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tag saved')).toBeVisible();
  await expect(page.getByText('Editing tag American')).toBeVisible();
  await expectAccessible(page);
  await mainLink(page, 'Tags').click();
  await expectCompanyCount(page, 'American', inUs);
  await expect(rowOf(page, 'American').getByText('Country is one of United States')).toBeVisible();
  await expectAccessible(page);

  // The tag can be used in a filter.
  await page.getByRole('link', { name: 'Add Tag' }).click();
  await expect(filterPanel(page)).toBeVisible();
  await addCondition(page, 'Tags', 'Ameri');
  await button(page, 'Apply filters').click();
  await expect(chips(page).getByText('Tags contains any of American')).toBeVisible();
  await expectTotal(page, inUs);
  await create.click();
  await save.getByLabel('Tag name').fill('american');
  await expect(save.getByText('Tag name must be unique')).toBeVisible();
  await expectAccessible(page);
  await save.getByLabel('Tag name').fill('Tagged American');
  await save.getByRole('button', { name: 'Create tag' }).click();
  await expect(save).toHaveCount(0);

  // The address opens the same tag for editing.
  await page.goto('/app/demo/tags');
  await page.getByRole('link', { name: 'View Companies / Edit American', exact: true }).click();
  await expect(chips(page).getByText('Country is one of United States')).toBeVisible();
  await expectTotal(page, inUs);
  const address = page.url();
  const user = await open('/app/demo', USER);
  await user.goto(address);
  await expect(user.getByText('Editing tag American')).toBeVisible();
  await expect(filterPanel(user)).toHaveCount(0);
  await user.keyboard.press('f');
  await button(user, 'And condition').click();
  await addCondition(user, 'Industry', 'Software');
  const update = button(user, 'Update tag');
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await button(user, 'Apply filters').click();
  await expect(user.getByText('filters changed')).toBeVisible();
  const narrowed = await totalBelow(user, inUs);
  await expect(update).not.toHaveAttribute('aria-disabled');
  await update.click();
  const dialog = user.getByRole('dialog', { name: 'Update tag' });
  await expect(dialog.getByLabel('Tag name')).toHaveValue('American');
  await dialog.getByRole('button', { name: 'Update tag' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(user.getByText('filters changed')).toHaveCount(0);
  await user.goto('/app/demo/tags');
  await expectCompanyCount(user, 'American', narrowed);
  // A tag that uses it is updated as well.
  await expectCompanyCount(user, 'Tagged American', narrowed);

  // The other page sees the change by polling.
  await page.goto('/app/demo/tags');
  await chooseAction(page, 'American', 'Rename tag');
  const rename = page.getByRole('dialog', { name: 'Rename Tag' });
  await expect(button(page, 'Rename')).toHaveAttribute('aria-disabled', 'true');
  await rename.getByLabel('Tag name').fill('TAGGED american');
  await expect(rename.getByText('Tag name must be unique')).toBeVisible();
  await expectAccessible(page);
  await rename.getByLabel('Tag name').fill('US companies');
  await button(page, 'Rename').click();
  await expect(rowOf(page, 'US companies')).toBeVisible();
  await expect(rowOf(page, 'Tagged American').getByText('Tags contains any of US companies')).toBeVisible();
  await expect(rowOf(user, 'US companies')).toBeVisible({ timeout: 10_000 });

  await chooseAction(page, 'US companies', 'Delete tag');
  const confirm = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect(confirm.getByText('Are you sure you want to delete the "US companies" tag?')).toBeVisible();
  await confirm.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(confirm.getByText('Error deleting tag')).toBeVisible();
  await expect(confirm.getByText('Tagged American')).toBeVisible();
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'No, cancel' }).click();
  await page.getByPlaceholder('Search tags').fill('tagged');
  await expect(page).toHaveURL(/\?search=tagged$/);
  await expect(rowOf(page, 'US companies')).toHaveCount(0);
  await chooseAction(page, 'Tagged American', 'Delete tag');
  await confirm.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByText('Tag deleted')).toBeVisible();
  await expect(page.getByText('No tags match the provided search term')).toBeVisible();
  await button(page, 'Clear search').last().click();
  await chooseAction(page, 'US companies', 'Delete tag');
  await confirm.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByRole('heading', { name: "You don't have any tag fields" })).toBeVisible();

  // The address of a deleted tag shows a message.
  await user.goto(address);
  await expect(user.getByText('This tag no longer exists')).toBeVisible();
}, 240_000);

it('shows tags on companies by name, in light and dark', async ({ open }) => {
  const page = await open('/app/demo#show-filters');
  const all = await companyTotal(page);
  await addCondition(page, 'Country', 'DE');
  await button(page, 'Apply filters').click();
  await totalBelow(page, all);
  await button(page, 'Create new tag').click();
  await page.getByRole('dialog', { name: 'Create new tag' }).getByLabel('Tag name').fill('Germany 100% & "more" #1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Editing tag Germany 100%')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Updating...')).toHaveCount(0, { timeout: 20_000 });
  await companies(page).getByRole('row').nth(1).getByRole('link').first().click();
  const drawer = page.getByRole('dialog', { name: /^Company/ });
  await drawer.getByPlaceholder('Find a data point').fill('Tags');
  await expect(drawer.getByText('Germany 100% & "more" #1')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await page.getByRole('button', { name: /dark/i }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectAccessible(page);
  await page.goto('/app/demo/tags');
  await expect(rowOf(page, 'Germany 100% & "more" #1')).toBeVisible();
  await expectAccessible(page);
  await chooseAction(page, 'Germany 100% & "more" #1', 'Delete tag');
  await button(page, 'Yes, delete').click();
  await expect(page.getByText('Tag deleted')).toBeVisible();
});

it('restricts the conditions on tags inside a tag, and says why a search cannot become one', async ({ open }) => {
  const page = await open('/app/demo#show-filters');
  const all = await companyTotal(page);
  await addCondition(page, 'Country', 'FR');
  await button(page, 'Apply filters').click();
  await totalBelow(page, all);
  await button(page, 'Create new tag').click();
  await page.getByRole('dialog', { name: 'Create new tag' }).getByLabel('Tag name').fill('French');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Editing tag French')).toBeVisible();

  const panel = filterPanel(page);
  const chooseTags = async () => {
    await panel.getByRole('button', { name: 'And condition' }).click();
    await chooseDataPoint(page, 'Tags');
  };
  const openOperators = () => panel.getByRole('combobox', { name: 'Operator' }).last().click();
  const operators = page.getByRole('listbox', { name: 'Operator' }).getByRole('option');
  await chooseTags();
  await openOperators();
  await expect(operators).toHaveText(['contains any of', 'not contains any of']);
  await page.keyboard.press('Escape');
  await panel.getByRole('combobox', { name: 'Values of Tags' }).click();
  await expect(page.getByText('No values', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await button(page, 'Discard').click();

  await button(page, 'Stop editing tag French').click();
  await chooseTags();
  await openOperators();
  await expect(operators).toHaveCount(6);
  await page.getByRole('option', { name: 'not exists', exact: true }).click();
  await button(page, 'Apply filters').click();
  await expect(chips(page).getByText('Tags does not exist')).toBeVisible();
  const create = button(page, 'Create new tag');
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  // Where the button was drawn again under the mouse, only another movement shows its hint.
  await expect(async () => {
    await page.mouse.move(5, 5);
    await create.hover();
    const reason = page.getByText('A tag can only ask whether a company carries some other tags or not');
    await expect(reason).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await page.goto('/app/demo/tags');
  await chooseAction(page, 'French', 'Delete tag');
  await button(page, 'Yes, delete').click();
  await expect(page.getByText('Tag deleted')).toBeVisible();
});

it('names the missing field of a broken filter, and keeps showing the previous count', async ({ open }) => {
  const page = await open();
  const problem = 'The filter can no longer be evaluated because of “gone_field”. The tag keeps its last companies.';
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
  // Mocked: removing a field takes a config change and a build, which would affect the demo's other journeys.
  await page.route(/\/api\/app\/talk-tracks\?/, (route) => route.fulfill({ json: { talkTracks: [tag] } }));
  await page.goto('/app/demo/tags');
  const row = rowOf(page, tag.name);
  await expect(row.getByText('Broken filter')).toBeVisible();
  await expect(row.getByText('1,234')).toBeVisible();
  await expect(row.getByText(/gone_field/)).toBeVisible();
  for (const scheme of ['light', 'dark']) {
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await row.getByText('Broken filter').hover();
    await expect(page.getByText(problem)).toBeVisible();
    await expectAccessible(page);
    if (scheme === 'light') await page.getByRole('button', { name: /dark/i }).click();
  }
});
