import type { Page } from 'playwright';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { it, USER } from './journey.ts';
import { button, mainLink } from './page-parts.ts';

const rowOf = (page: Page, text: string) =>
  page.getByRole('grid', { name: 'Do not contact' }).getByRole('row').filter({ hasText: text });

it('lists whom not to contact, with lines that must be corrected, a search and removal', async ({ open }) => {
  const page = await open();
  await mainLink(page, 'Do not contact').click();
  await expect(page.getByText('There is nobody whom your account must not contact')).toBeVisible();
  await expectAccessible(page);

  await button(page, 'Add entries').click();
  const dialog = page.getByRole('dialog', { name: 'Add to the list' });
  await button(page, 'Add').click();
  await expect(dialog.getByText('Please enter at least one line')).toBeVisible();
  const lines = dialog.getByLabel('Whom not to contact');
  await lines.fill(
    'Ann Lee <Ann@acme.example>\n\nrival.example\nann@acme.example\nnobody\nhttps://people.example/in/ben/',
  );
  await dialog.getByLabel('Note').fill('Objected at the fair');
  await button(page, 'Add').click();
  const result = dialog.getByRole('status');
  await expect(result).toContainText('3 entries added. 1 line was listed already. 1 line could not be read');
  await expect(lines).toHaveValue('nobody');
  await expectAccessible(page);
  await lines.fill('nobody@acme.example');
  await button(page, 'Add').click();
  await expect(page.getByText('1 entry added.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('4 entries', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'people.example/in/ben')).toContainText('Profile');
  await expect(rowOf(page, 'rival.example')).toContainText('Objected at the fair');

  await page.getByRole('textbox', { name: 'Search entries' }).fill('ACME');
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/search=ACME/);
  await button(page, 'Remove ann@acme.example').click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, remove' }).click();
  await expect(page.getByText('Entry removed')).toBeVisible();
  await expect(rowOf(page, 'ann@acme.example')).toHaveCount(0);
  await expect(rowOf(page, 'nobody@acme.example')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Search entries' }).fill('nothing like it');
  await expect(page.getByText('No entries match the provided search term')).toBeVisible();

  const member = await open('/app/demo/do-not-contact', USER);
  await expect(rowOf(member, 'rival.example')).toBeVisible();
  await expect(mainLink(member, 'Do not contact')).toHaveCount(0);
  await expect(member.getByRole('button', { name: /^(Add entries|Remove )/ })).toHaveCount(0);
  await expectAccessible(member);
});
