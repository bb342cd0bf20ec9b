// Checks that paths, links and npm scripts named in the docs exist: `node scripts/check-docs.mjs`, part of `npm run check`.
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './setup.mjs';

const DOCS = ['*.md', 'docs/**/*.md'];
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage', 'test-results']);
const EXTENSIONS = /\.(?:tsx?|mjs|sql|json|ya?ml|md|html|css|sh|xml)$/;

/** Words that look like paths but name something outside the repository. */
const EXTERNAL = [
  /^\//, // an address of the running server: `/api/docs`
  /^[a-z]+:\/\//, // a URL
  /^@/, // a package
  /^[A-Z][A-Z_]+\//, // below a folder that a setting names: `QUARRY_DATA_DIR/files`
  /^\.?\/?\.(?:data|env)/, // created at run time
  /(?:^|\/)node_modules\//,
];

const isPath = (word) =>
  /^[\w.@/<>*-]+$/.test(word) &&
  (word.includes('/') || EXTENSIONS.test(word)) &&
  !EXTERNAL.some((pattern) => pattern.test(word));

/** Matches the end of a path or a folder in it; `<room>` and `*` match any name. */
function pathPattern(word) {
  const path = word.replace(/^\.\//, '').replace(/\/$/, '');
  const source = path
    .split(/<[\w-]+>|\*/)
    .map((part) => part.replaceAll(/[.\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`(?:^|/)${source}(?:/|$)`);
}

/**
 * Lists the paths, links and scripts in a document that don't exist.
 * @param {string} file the document's path in the repository
 * @param {string} text
 * @param {{ paths: readonly string[], scripts: readonly string[] }} repository
 * @returns {string[]}
 */
export function missingIn(file, text, { paths, scripts }) {
  const folders = new Set(paths.map((path) => path.split('/')[0]));
  const isKnown = (word) => paths.some((path) => pathPattern(word).test(path));
  const lines = text.split('\n');
  let isFenced = false;
  return lines.flatMap((line, index) => {
    if (line.startsWith('```')) isFenced = !isFenced;
    const named = isFenced
      ? (line.match(/(?<![\w./-])[\w.-]+\/[\w./-]+/g) ?? []).filter((word) => folders.has(word.split('/')[0]))
      : [...line.matchAll(/`([^`]+)`/g)].map(([, word]) => word).filter(isPath);
    const links = [...line.matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, to]) => posix.join(posix.dirname(file), to));
    // A command may continue on the next line.
    const commands = [...`${line}\n${lines[index + 1] ?? ''}`.matchAll(/\bnpm run\s+([\w:-]+)/g)]
      .filter((match) => match.index <= line.length)
      .map(([, script]) => script);
    return [
      ...named.filter((word) => !isKnown(word)).map((word) => `no file or folder is called ${word}`),
      ...links.filter((path) => !paths.includes(path)).map((path) => `the link leads to ${path}, which does not exist`),
      ...commands
        .filter((script) => !scripts.includes(script))
        .map((script) => `package.json has no script "${script}"`),
    ].map((problem) => `${file}:${index + 1}: ${problem}`);
  });
}

function main() {
  const paths = globSync(['**/*', '**/.*', '**/.*/**'], {
    cwd: root,
    exclude: (name) => NOT_OURS.has(name.split('/').at(-1)),
  });
  const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
  const missing = globSync(DOCS, { cwd: root }).flatMap((file) =>
    missingIn(file, readFileSync(join(root, file), 'utf8'), { paths, scripts }),
  );
  for (const problem of missing) console.error(problem);
  process.exitCode = missing.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
