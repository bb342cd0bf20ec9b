import type { Page } from 'playwright';
import { expect } from './expect.ts';
import { formatNumber, rowsWithLink } from './page-parts.ts';

const UPDATE = { timeout: 20_000 };

/** A tag's row in the list. */
export const rowOf = (page: Page, tag: string) => rowsWithLink(page, 'Tags', tag);

/** Waits until the list shows an up-to-date tag with this number of companies. */
export async function expectCompanyCount(page: Page, tag: string, count: number): Promise<void> {
  const row = rowOf(page, tag);
  await expect(row.getByRole('gridcell').nth(1)).toHaveText(formatNumber(count), UPDATE);
  await expect(row.getByText('Updating...')).toHaveCount(0, UPDATE);
  await expect(row.getByRole('gridcell').nth(1)).toHaveText(formatNumber(count), UPDATE);
}
