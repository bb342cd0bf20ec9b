import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressedFiles } from './compressed-files.ts';
import { helpPages } from './help/help-pages.ts';
import { kitStyles } from './kit-styles.ts';

const builtAt = Date.now();

/** Parts of the kit on the first page after signing in. Whatever is missing here goes with the pages that use it. */
const KIT_PARTS = [
  'ActionIcon|Alert|Anchor|Badge|Button|Center|Checkbox|CloseButton|Container|Group|Input|InputBase',
  'Loader|NativeSelect|Portal|Skeleton|Stack|Text|TextInput|Title|Transition',
  'UnstyledButton|VisuallyHidden',
].join('|');
const HOOKS_OF_OTHER_PAGES =
  'click-outside|clipboard|drag|focus-return|focus-trap|long-press|move|mutation-observer|previous|shallow-effect|timeout';
const kitOfFirstPage = new RegExp(
  `@mantine/core/esm/(core|utils/(?!Floating)|components/(${KIT_PARTS}))/|node_modules/(clsx/|zod/|@mantine/hooks/(?!esm/use-(${HOOKS_OF_OTHER_PAGES})))`,
);

/** What the explorer and its frame share with other pages: one chunk packs better than fifty small ones. */
const EXPLORER_PARTS = [
  'apps/web/src/lib/(checklist|criteria-key|format|local-draft|notify|rule-problems|user-settings)',
  'apps/web/src/ui/(table|cells)/(?!CellMenu|ColumnMenu|Peek)',
  'apps/web/src/ui/(HeaderActions|Logo|PageHeader|filter-builder/filter-tree|use-last-known|use-leave-blocker)',
  'apps/web/src/features/datasets/(explorer-state|fields|queries|tag-names)',
  'apps/web/src/features/(companies/ExplorerTabs|jobs/(job-name|queries)|tags/(queries|tag-changes)|views/queries)',
  'packages/contracts/src/(user-settings|views)',
  'packages/filters/src/(filter|describe|dates|operators|validate)\\.ts',
];
const EXPLORER_ICONS = [
  'ArrowsExchange|BrandLinkedin|BuildingSkyscraper|ChartHistogram|Coins|Database|Dots|FileExport|Filter|HelpCircle',
  'History|Key|PlugConnected|Plus|ReportAnalytics|Search|Tags|TargetArrow|UserOff|Users|UsersGroup|World|X',
].join('|');
const explorerOfFirstPage = new RegExp(
  `${EXPLORER_PARTS.join('|')}|@tabler/icons-react/dist/esm/(icons/Icon(${EXPLORER_ICONS})|[a-z]\\w+)\\.mjs`,
);

/** Publishes the build's timestamp at /version.json, for the app's check for newer versions. */
function versionFile(): Plugin {
  const source = JSON.stringify({ timestamp: builtAt });
  return {
    name: 'quarry-version-file',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'version.json', source });
    },
    configureServer(server) {
      server.middlewares.use('/version.json', (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(source);
      });
    },
  };
}

/**
 * Leaves Zod's JSON Schema writer out of the app, which only reads and checks values: 5 kB of the first load, gzipped.
 * Calling it in the browser throws.
 */
function withoutJsonSchema(): Plugin {
  const stub = "const leftOut = () => { throw new Error('JSON Schema is left out of the web app'); };\n";
  return {
    name: 'quarry-without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
        return { code: stub + names.map((name) => `export const ${name} = leftOut;`).join('\n'), map: null };
      },
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), versionFile(), helpPages(), withoutJsonSchema(), kitStyles(), compressedFiles()],
  define: { __BUILD_TIMESTAMP__: JSON.stringify(builtAt) },
  server: { proxy: { '/api': 'http://127.0.0.1:4100' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    rolldownOptions: {
      // What these modules declare has no effect until used, so that unused modules of theirs stay out.
      treeshake: { moduleSideEffects: [{ test: /packages\/(contracts|filters)\//, sideEffects: false }] },
      output: {
        // The frameworks and the parts of the kit that the first page shows change rarely: chunks of their own stay in
        // the browser's cache over releases, and one chunk packs better than thirty small ones.
        codeSplitting: {
          groups: [
            { name: 'kit', test: kitOfFirstPage },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'tanstack', test: /node_modules\/@tanstack\// },
            // Loaded when a button with a popup is first touched; more pages need panels than menus.
            {
              name: 'popovers',
              test: /@mantine\/core\/esm\/components\/(Popover|FocusTrap|Overlay)\/|@mantine\/hooks\/esm\/use-(click-outside|focus-|shallow|previous)|@floating-ui/,
            },
            { name: 'menus', test: /@mantine\/core\/esm\/components\/Menu\/|ui\/popup\/PopupMenu/ },
            { name: 'explorer', test: explorerOfFirstPage },
          ],
        },
      },
    },
  },
});
