import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DOCS, STAFF_DOCS } from '../src/features/help/docs-links.ts';
import { helpPageNames, renderHelpPage } from './help-pages.ts';

const web = fileURLToPath(new URL('../', import.meta.url));
const names = helpPageNames();
const pages = new Set(names.map((name) => `/help/${name}.html`));
/** Addresses served by the server, not the web app. */
const SERVED = ['/api/docs'];

const exists = (address: string) =>
  pages.has(address) || SERVED.includes(address) || existsSync(`${web}public${address}`);

it.each(names)('gives %s a title, the shared navigation and working links', async (name) => {
  const html = await renderHelpPage(name);
  const label = [...Object.values(DOCS), STAFF_DOCS].find(({ href }) => href === `/help/${name}.html`)?.label;
  expect(html).toContain(`<title>${label} · Quarry help</title>`);
  expect(html.match(/<h1>.*<\/h1>/g)).toEqual([`<h1>${label}</h1>`]);
  expect(html.match(/<a [^>]*aria-current="page">.*<\/a>/g)).toEqual([
    `<a href="/help/${name}.html" aria-current="page">${label}</a>`,
  ]);
  expect(html).not.toMatch(/\{\{|\.md"|<th>/);
  const addresses = [...html.matchAll(/ (?:href|src)="([^"#]*)/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(pages.size);
  expect(addresses.filter((address) => !exists(address))).toEqual([]);
});

it('links from the app to every help page and to no missing one', () => {
  const sources = readdirSync(`${web}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`${web}src/${file}`, 'utf8'));
  const linked = sources.flatMap((source) => source.match(/(?<=['"`])\/help\/[\w./-]+/g) ?? []);
  expect(new Set(linked)).toEqual(pages);
});
