import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';

/** Clicks the trigger of a download and returns the file. */
export async function download(page: Page, trigger: Locator): Promise<{ filename: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await trigger.click();
  const file = await downloading;
  return { filename: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The rows of a CSV file (RFC 4180). */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}
