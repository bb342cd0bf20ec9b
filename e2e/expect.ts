import { expect as playwrightExpect } from 'playwright/test';

/** Playwright's assertions, which retry as long as its actions do. */
export const expect = playwrightExpect.configure({ timeout: 30_000 });
