import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from './expect.ts';

/** Fails on serious or critical axe violations. */
export async function expectAccessible(page: Page): Promise<void> {
  // For speed: no details of passed elements, and legacy mode, which opens no second tab to merge the results of frames
  // (no page has any).
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
    page.url(),
  ).toEqual([]);
}
