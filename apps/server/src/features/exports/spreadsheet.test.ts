import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExportsWorld, ODD_NAMES, openExportsWorld, readStrictCsv } from './testing/exports-world.ts';

const hasOffice = spawnSync('soffice', ['--version']).status === 0;
// Comma, double quote, UTF-8, from the first line on; the next to last option reads quoted values as text.
const asTyped = 'CSV:44,34,76,1,,0,false,false';
const asText = 'CSV:44,34,76,1,,0,true,false';
const toCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false';

let world: ExportsWorld;
let folder: string;

beforeAll(async () => {
  if (!hasOffice) return;
  world = await openExportsWorld();
  folder = await mkdtemp(join(tmpdir(), 'quarry-office-'));
}, 120_000);
afterAll(async () => {
  if (!hasOffice) return;
  await world.close();
  await rm(folder, { recursive: true });
});

/** Converts a file with LibreOffice; returns the text of the new file. */
async function convert(name: string, format: string, filter?: string): Promise<string> {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const reading = filter === undefined ? [] : [`--infilter=${filter}`];
  const options = ['--headless', '--norestore', ...reading, '--convert-to', format, '--outdir', folder];
  await promisify(execFile)('soffice', [`-env:UserInstallation=${profile}`, ...options, join(folder, name)]);
  return readFile(join(folder, name.replace(/\w+$/, format.split(':')[0] ?? format)), 'utf8');
}

async function exportOddCompanies(): Promise<{ content: string; rows: string[][] }> {
  const rules = [{ id: 'r', field: 'domain', operator: 'containsText', value: ['odd'] }];
  const id = await world.createExport({
    filters: { id: 'root', combinator: 'and', rules },
    columns: ['__company_id', 'name', 'categories', 'employee_count', 'is_hiring'],
  });
  await world.run(id);
  const [content = ''] = await world.texts(id);
  return { content, rows: readStrictCsv(content.slice(1)) };
}

describe.skipIf(!hasOffice)('in LibreOffice (skipped where `soffice` is not installed) an export', () => {
  test('comes back unchanged, cell by cell', async () => {
    const { content, rows } = await exportOddCompanies();
    expect(rows).toHaveLength(Object.keys(ODD_NAMES).length + 1);
    await writeFile(join(folder, 'whole.csv'), content);
    await convert('whole.csv', 'xlsx', asText);
    const back = readStrictCsv((await convert('whole.xlsx', toCsv)).replace(/^\ufeff/, '').replaceAll('\n', '\r\n'));
    // Spreadsheets have only one kind of line break within a cell.
    const lines = (table: string[][]) =>
      table.map((row) => row.map((value) => value.replaceAll(/(?:\r*\n)+|\r/g, '\n')));
    expect(lines(back)).toEqual(lines(rows));
  }, 300_000);

  test('has no formula, even if the program may interpret texts', async () => {
    const { content } = await exportOddCompanies();
    await writeFile(join(folder, 'typed.csv'), content);
    const sheet = await convert('typed.csv', 'fods', asTyped);
    expect(sheet).not.toMatch(/table:formula=/);
    expect(sheet).toContain('HYPERLINK');
    // Without the apostrophe, the same check finds a formula.
    await writeFile(join(folder, 'raw.csv'), content.replace(`"'=HYPERLINK`, '"=HYPERLINK'));
    expect(await convert('raw.csv', 'fods', asTyped)).toMatch(/table:formula=/);
  }, 300_000);
});
