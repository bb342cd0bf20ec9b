// Updates package-lock.json after a change of dependencies: `npm run lock`.
//
// npm leaves optional packages of other platforms out of the lockfile if the registry lacks them, and `npm ci` then
// rejects the file. This adds them back as optional packages for their platform, without a checksum. Those without one
// are looked up again each time, so a registry that has them completes the file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unverified } from './lockfile.mjs';
import { root, run } from './setup.mjs';

const SYSTEMS = [
  'linux',
  'darwin',
  'win32',
  'freebsd',
  'android',
  'openharmony',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
  'wasi',
];
const PROCESSORS = [
  'x64',
  'arm64',
  'arm',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
  'universal',
];

function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  const os = words.find((word) => SYSTEMS.includes(word)) ?? (words.includes('windows') ? 'win32' : undefined);
  const cpu = words.find((word) => PROCESSORS.includes(word));
  if (!os) throw new Error(`${name} is missing from the registry, and its name does not tell its platform`);
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return { os: [os], ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}) };
}

/** The folder of a package and those above it in which Node looks for its dependencies. */
function foldersAbove(where) {
  const parts = where.split('/node_modules/');
  const folders = parts.map((_, at) => parts.slice(0, parts.length - at).join('/node_modules/'));
  return [...folders, ''];
}

const path = join(root, 'package-lock.json');
const before = JSON.parse(readFileSync(path, 'utf8'));
for (const where of unverified(before)) delete before.packages[where];
writeFileSync(path, `${JSON.stringify(before, null, 2)}\n`);
run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
const lock = JSON.parse(readFileSync(path, 'utf8'));
let added = 0;
for (const [where, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const exact = version.replace(/^[\^~]/, '');
    const visible = foldersAbove(where).map((folder) => join(folder, 'node_modules', name));
    // Like Node, the nearest one counts.
    const nearest = visible.find((place) => lock.packages[place] !== undefined);
    if (nearest !== undefined && [version, exact].includes(lock.packages[nearest].version)) continue;
    const place = nearest === undefined ? join('node_modules', name) : join(where, 'node_modules', name);
    const { os, ...rest } = platformOf(name);
    lock.packages[place] = { version: exact, ...rest, ...(entry.dev ? { dev: true } : {}), optional: true, os };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`Lockfile updated; ${added} packages of other platforms added back.`);
