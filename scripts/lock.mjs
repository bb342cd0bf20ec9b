// Updates package-lock.json after a change of dependencies: `npm run lock`.
//
// npm leaves optional packages of other platforms out of the lockfile if the registry lacks them, and `npm ci` then
// rejects the file. This adds them back as optional packages for their platform.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  return { os: [os], ...(cpu ? { cpu: [cpu] } : {}) };
}

run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
const path = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
let added = 0;
for (const [where, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${where}/node_modules/${name}`;
    const top = `node_modules/${name}`;
    if (
      lock.packages[nested] ||
      lock.packages[top]?.version === version ||
      lock.packages[top]?.version === version.replace(/^[\^~]/, '')
    )
      continue;
    const place = lock.packages[top] === undefined ? top : nested;
    lock.packages[place] = {
      version: version.replace(/^[\^~]/, ''),
      ...platformOf(name),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`Lockfile updated; ${added} packages of other platforms added back.`);
