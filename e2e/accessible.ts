import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from './expect.ts';

/** Fails on serious or critical findings of axe, naming each. */
export async function expectAccessible(page: Page): Promise<void> {
  // Describing every element that passed would take most of the time. No page has frames, so legacy mode, which opens
  // no second tab to merge their results, is enough.
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
