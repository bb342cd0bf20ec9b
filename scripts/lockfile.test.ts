import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unverified, unverifiedOn } from './lockfile.mjs';

const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const lock = {
  packages: {
    '': {},
    'apps/server': {},
    'node_modules/@quarry/server': { link: true },
    'node_modules/kept': { version: '1.0.0', integrity: 'sha512-…' },
    'node_modules/changed': { version: '1.0.0' },
    'node_modules/kept/node_modules/native-musl': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/native-darwin': { version: '1.0.0', os: ['darwin'], cpu: ['arm64'] },
  },
};

test('packages without a checksum are found, and told by platform', () => {
  expect(unverified(lock)).toEqual([
    'node_modules/changed',
    'node_modules/kept/node_modules/native-musl',
    'node_modules/native-darwin',
  ]);
  expect(unverifiedOn(lock, linux)).toEqual(['node_modules/changed']);
  expect(unverifiedOn(lock, { os: 'darwin', cpu: 'arm64', libc: 'musl' })).toEqual([
    'node_modules/changed',
    'node_modules/native-darwin',
  ]);
});

test('on Linux, npm verifies every package of the lockfile', () => {
  const actual = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  expect(unverifiedOn(actual, linux)).toEqual([]);
});
