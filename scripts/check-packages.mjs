// Checks that each package declares its imports, and that packages have no dependency cycle: knip lets private workspaces
// import each other undeclared. Also checks that npm verifies what it installs, and that Node has one version everywhere.
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, normalize } from 'node:path';
import { unverifiedOn } from './lockfile.mjs';
import { root } from './setup.mjs';

const IMPORT = /^\s*(?:import|export)\b[^'";]*from '([^']+)'|^\s*import '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;
/** Tests and build-time code may import development dependencies and the root's tools. */
const isTooling = (path) => /\.(test|fixture)\.tsx?$|\/(testing|test-kit)\//.test(path) || !path.includes('/src/');

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
const find = (pattern) => globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') });
const namesIn = (...lists) => new Set(lists.flatMap((list) => Object.keys(list ?? {})));
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

function importsOf(path) {
  const found = readFileSync(join(root, path), 'utf8').matchAll(IMPORT);
  return [...found].map(([, ...groups]) => groups.find((specifier) => specifier !== undefined));
}

const rootManifest = manifestOf('.');
const workspaces = rootManifest.workspaces.flatMap(find).map((folder) => ({ folder, manifest: manifestOf(folder) }));
const workspaceNames = new Set(workspaces.map(({ manifest }) => manifest.name));
const tools = namesIn(rootManifest.devDependencies).difference(workspaceNames);

function problemsOf({ path, specifier, folder, declared }) {
  if (specifier.startsWith('#') || isBuiltin(specifier)) return [];
  if (specifier.startsWith('.')) {
    const leaves = folder !== '.' && !normalize(join(path, '..', specifier)).startsWith(`${folder}/`);
    return leaves ? [`${path} reaches out of ${folder}: ${specifier}`] : [];
  }
  const name = packageOf(specifier);
  return declared.has(name) ? [] : [`${path} imports ${name}, which ${join(folder, 'package.json')} does not declare`];
}

function check({ folder, manifest }, pattern) {
  const needed = namesIn(manifest.dependencies, manifest.optionalDependencies);
  const all = needed.union(namesIn(manifest.devDependencies)).union(tools);
  return find(pattern).flatMap((path) => {
    const declared = folder === '.' || isTooling(path) ? all : needed;
    return importsOf(path).flatMap((specifier) => problemsOf({ path, specifier, folder, declared }));
  });
}

/** Removes packages without dependencies or dependents until only cycles are left. */
function findCycle() {
  let remaining = new Map(workspaces.map(({ manifest }) => [manifest.name, [...namesIn(manifest.dependencies)]]));
  for (;;) {
    const needed = new Set([...remaining.values()].flat());
    const left = new Map(
      [...remaining].filter(([name, needs]) => needed.has(name) && needs.some((each) => remaining.has(each))),
    );
    if (left.size === 0) return [];
    if (left.size === remaining.size) return [`These packages form a dependency cycle: ${[...left.keys()].join(', ')}`];
    remaining = left;
  }
}

function unverifiedPackages() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const byAddress = Object.keys(lock.packages).filter((where) => /^https?:/.test(lock.packages[where].resolved ?? ''));
  return [
    ...unverifiedOn(lock).map((where) => `package-lock.json has no checksum for ${where}: run "npm run lock"`),
    ...byAddress.map((where) => `package-lock.json names a registry for ${where}: run "npm run lock"`),
  ];
}

/** Node as npm installs it, and as the image includes it. */
function nodeVersions() {
  const ofPackages = Object.entries(rootManifest.optionalDependencies)
    .filter(([name]) => name.startsWith('node-'))
    .map(([, version]) => version);
  const [, ofImage] =
    readFileSync(join(root, 'docs/production/Dockerfile'), 'utf8').match(/^FROM node:([\d.]+)/m) ?? [];
  const versions = new Set([...ofPackages, ofImage]);
  return versions.size === 1
    ? []
    : [`package.json and the Dockerfile name several versions of Node: ${[...versions].join(', ')}`];
}

const problems = [
  ...unverifiedPackages(),
  ...nodeVersions(),
  ...workspaces.flatMap((workspace) => check(workspace, `${workspace.folder}/**/*.{ts,tsx,mjs}`)),
  ...check({ folder: '.', manifest: rootManifest }, '{bench,e2e,faults,scripts}/**/*.{ts,mjs}'),
  ...findCycle(),
];
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);
