import { expect as playwrightExpect } from 'playwright/test';

/** Playwright's assertions, which wait as long as its actions do: until the page shows what is asserted. */
export const expect = playwrightExpect.configure({ timeout: 30_000 });
