import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const KIT = fileURLToPath(new URL('../../node_modules/@mantine/core/', import.meta.url));
const SHEET = fileURLToPath(new URL('src/kit.css', import.meta.url));
/** Sheets without a part of their own. */
const GLOBAL_SHEETS = ['baseline', 'default-css-variables', 'global'];

/** Fails the build unless `kit.css` imports exactly the styles of the kit's parts in the build: half of them are unused. */
export function kitStyles(): Plugin {
  return {
    name: 'quarry-kit-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const known = new Set(readdirSync(`${KIT}styles`).map((file) => file.replace(/(\.layer)?\.css$/, '')));
      const needed = new Set(GLOBAL_SHEETS);
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const path = id.split('@mantine/core/esm/')[1];
          if (path === undefined || renderedLength === 0) continue;
          for (const part of path.replace('.mjs', '').split('/')) if (known.has(part)) needed.add(part);
        }
      }
      const imported = new Set(
        [...readFileSync(SHEET, 'utf8').matchAll(/styles\/([\w-]+)\.css/g)].map(([, name]) => name),
      );
      const missing = [...needed].filter((name) => !imported.has(name));
      const unused = [...imported].filter((name) => name === undefined || !needed.has(name));
      if (missing.length > 0) this.error(`kit.css lacks the styles of ${missing.join(', ')}`);
      if (unused.length > 0) this.error(`kit.css imports styles that nothing uses: ${unused.join(', ')}`);
    },
  };
}
