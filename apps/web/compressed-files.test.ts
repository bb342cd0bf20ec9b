import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { compressFiles } from './compressed-files.ts';

it('writes both codings beside each text file that is worth it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-built-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  const code = 'export const text = 1;\n'.repeat(200);
  writeFileSync(join(folder, 'assets', 'app.js'), code);
  writeFileSync(join(folder, 'assets', 'inter.woff2'), Buffer.alloc(5_000));
  writeFileSync(join(folder, 'version.json'), '{}');
  await compressFiles(folder);
  expect(readdirSync(folder).sort()).toEqual(['assets', 'version.json']);
  expect(readdirSync(join(folder, 'assets')).sort()).toEqual(['app.js', 'app.js.br', 'app.js.gz', 'inter.woff2']);
  expect(brotliDecompressSync(readFileSync(join(folder, 'assets', 'app.js.br'))).toString()).toBe(code);
  expect(gunzipSync(readFileSync(join(folder, 'assets', 'app.js.gz'))).toString()).toBe(code);
});
