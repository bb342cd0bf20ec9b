import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as contracts from '@quarry/contracts';
import { expect, test } from 'vitest';
import { doors } from './doors.ts';

const features = join(import.meta.dirname, 'features');
const files = readdirSync(features, { recursive: true, encoding: 'utf8' });
const opened = new Set(doors.map(({ endpoint }) => endpoint));

const endpoints = Object.entries(contracts).filter(
  ([, value]) => typeof value === 'object' && 'access' in value && 'method' in value,
);

const fileNameOf = (name: string): string => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

test('every endpoint of the contract has a door', () => {
  expect(endpoints.length).toBe(doors.length);
  expect(endpoints.filter(([, endpoint]) => !opened.has(endpoint as never)).map(([name]) => name)).toEqual([]);
});

test.each(endpoints.map(([name]) => name))('%s is a verb in a file of that name', async (name) => {
  const [path = '', ...others] = files.filter((file) => basename(file) === fileNameOf(name));
  expect(others).toEqual([]);
  expect(await import(join(features, path))).toHaveProperty(name);
});
