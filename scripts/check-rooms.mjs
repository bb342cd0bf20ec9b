// Checks that rooms under `features` import each other in one direction, and that no import climbs more than three
// folders. `npm run rooms` also prints the imports between rooms. Arguments: the apps to check, and --quiet to print
// only violations.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { parseSync } from 'vite';
import { root } from './setup.mjs';

const isBuilt = (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path);
const TEST_FILES = /\.test\.tsx?$|\/testing\//;

const args = process.argv.slice(2);
const apps = args.filter((argument) => argument !== '--quiet');
let hasViolation = false;
for (const app of apps.length > 0 ? apps : ['server', 'web']) {
  const rooms = readRooms(join(root, 'apps', app, 'src', 'features'));
  if (!args.includes('--quiet')) printRooms(app, rooms);
  for (const cycle of findCycles(rooms)) {
    hasViolation = true;
    console.log(`${app}: rooms import each other in a cycle: ${[...cycle, cycle[0]].join(' -> ')}`);
    cycle.forEach((room, at) => {
      for (const line of rooms.get(room).get(cycle[(at + 1) % cycle.length])) console.log(`  ${line}`);
    });
  }
}
for (const file of globSync('{apps,packages,bench,e2e,faults,scripts}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: isBuilt,
})) {
  for (const specifier of specifiersOf(join(root, file))) {
    if (!specifier.startsWith('../../../../')) continue;
    hasViolation = true;
    console.log(`${file} climbs more than three folders: ${specifier}`);
  }
}
process.exit(hasViolation ? 1 : 0);

/** The rooms that each room imports, with a line per import. */
function readRooms(features) {
  const rooms = new Map();
  for (const file of globSync('*/**/*.{ts,tsx}', { cwd: features }).sort()) {
    if (TEST_FILES.test(file)) continue;
    const [room] = file.split(sep);
    for (const path of importsOf(join(features, file))) {
      const target = relative(features, path);
      const [other] = target.split(sep);
      if (other === '..' || other === room) continue;
      const imported = rooms.get(room) ?? new Map();
      rooms.set(room, imported.set(other, [...(imported.get(other) ?? []), `${file} imports ${target}`]));
    }
  }
  return rooms;
}

/** The files of this repository that a file imports. */
function importsOf(path) {
  const { resolve } = createRequire(path);
  const specifiers = specifiersOf(path).filter((specifier) => /^[.#]/.test(specifier));
  return new Set(specifiers.map((specifier) => resolve(specifier)));
}

/** The specifiers that a file imports, types included. */
function specifiersOf(path) {
  const text = readFileSync(path, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
}

function printRooms(app, rooms) {
  console.log(`${app}:`);
  for (const [room, imported] of rooms) {
    const counted = [...imported].map(([other, lines]) => `${other} (${lines.length})`);
    console.log(`  ${room} -> ${counted.sort().join(', ')}`);
  }
}

/** The shortest cycle through each room, without duplicates. */
function findCycles(rooms) {
  const cycles = new Map();
  for (const room of rooms.keys()) {
    const cycle = findCycle(rooms, room);
    if (cycle !== null) cycles.set(cycle.toSorted((one, other) => one.localeCompare(other)).join(), cycle);
  }
  return cycles.values();
}

function findCycle(rooms, start) {
  const seen = new Set();
  const paths = [[start]];
  for (const path of paths) {
    for (const next of rooms.get(path.at(-1))?.keys() ?? []) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return null;
}
