import type { Locator, Page } from 'playwright';
import { expectAccessible } from './accessible.ts';
import { expect } from './expect.ts';
import { chooseDataPoint, companyTotal, filterPanel } from './explorer-steps.ts';
import { it } from './journey.ts';
import { chooseField, NEW_MARKET } from './market-steps.ts';
import { button } from './page-parts.ts';

async function openAtPhoneWidth(open: (path?: string) => Promise<Page>, path?: string): Promise<Page> {
  const page = await open(path);
  await page.setViewportSize({ width: 390, height: 844 });
  return page;
}

/** The name of a data point is neither cut off nor covered. */
async function expectReadable(choice: Locator, name: string): Promise<void> {
  const text = choice.getByText(name, { exact: true });
  await text.scrollIntoViewIfNeeded();
  const state = await text.evaluate((element) => {
    const { left, right, top, height } = element.getBoundingClientRect();
    const onTop = element.ownerDocument.elementFromPoint(right - 4, top + height / 2);
    return { isCut: element.scrollWidth > element.clientWidth, isCovered: onTop !== element, width: right - left };
  });
  expect(state).toMatchObject({ isCut: false, isCovered: false });
  expect(state.width).toBeGreaterThan(80);
}

it('shows filters full screen on a phone, with readable names and every button in sight', async ({ open }) => {
  const page = await openAtPhoneWidth(open);
  await companyTotal(page);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await chooseDataPoint(page, 'Top visitor country');
  // The condition continues with its value, whose suggestions cover the rest.
  await expect(page.getByRole('combobox', { name: 'Values of Top visitor country' })).toBeFocused();
  await page.keyboard.press('Escape');
  await button(page, 'Or group').click();
  await chooseDataPoint(page, 'Last round amount');
  for (const name of ['Top visitor country', 'Last round amount'])
    await expectReadable(filterPanel(page).getByRole('button', { name: `Data point: ${name}` }), name);
  expect(await filterPanel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  const apply = await button(page, 'Apply filters').boundingBox();
  expect((apply?.x ?? 0) + (apply?.width ?? 390)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

it('keeps the names of data points readable in the market editor on a phone', async ({ open }) => {
  const page = await openAtPhoneWidth(open, NEW_MARKET);
  await chooseField(page, 'Employee count');
  await expectReadable(page.getByRole('button', { name: /^Data point: Employee count/ }), 'Employee count');
});
