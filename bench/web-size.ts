/**
 * Gzipped JavaScript of the explorer's first load and of each further page: `npm run bench -- web-size`. Budgets: 250 kB
 * and 80 kB. Needs a built web app (`npm run build`).
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const DIST = new URL('../apps/web/dist/', import.meta.url);
const FIRST_LOAD_KB = 250;
const FURTHER_PAGE_KB = 80;
/** The entries of the explorer's first load: the app, its frame and its page. */
const EXPLORER = ['index.html', 'src/features/frame/ClientFrame.tsx', 'src/features/companies/CompaniesPage.tsx'];

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), isDynamicEntry: z.boolean().default(false) }),
);

/** Prints the sizes. Returns true if they are within budget. */
export function webSize(): Promise<boolean> {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8')));
  const reach = (names: readonly string[], known = new Set<string>()): Set<string> => {
    for (const name of names) {
      const chunk = manifest[name];
      if (chunk === undefined) throw new Error(`${name} is not in the build`);
      if (known.has(chunk.file)) continue;
      known.add(chunk.file);
      reach(chunk.imports, known);
    }
    return known;
  };
  const kilobytes = (files: Iterable<string>): number =>
    [...files]
      .filter((file) => file.endsWith('.js'))
      .reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, DIST))).length, 0) / 1000;
  const first = reach(EXPLORER);
  const firstLoad = kilobytes(first);
  console.log(`first load of the explorer: ${firstLoad.toFixed(1)} kB (budget ${FIRST_LOAD_KB})`);
  const further = Object.keys(manifest)
    .filter((name) => manifest[name]?.isDynamicEntry === true && !EXPLORER.includes(name))
    .map((name) => ({ name, size: kilobytes(new Set([...reach([name])].filter((file) => !first.has(file)))) }))
    .toSorted((one, other) => other.size - one.size);
  for (const { name, size } of further.slice(0, 8))
    console.log(`${name}: +${size.toFixed(1)} kB (budget ${FURTHER_PAGE_KB})`);
  return Promise.resolve(firstLoad <= FIRST_LOAD_KB && further.every(({ size }) => size <= FURTHER_PAGE_KB));
}
