import { expect, test } from 'vitest';
import { defineCache } from './caches.ts';

test('each platform has its own instance, created once', () => {
  const answers = defineCache(() => new Map<string, number>());
  const others = defineCache(() => new Map<string, number>());
  const [one, other] = [{ caches: {} }, { caches: {} }];
  answers(one).set('companies', 7);
  // A scope is a copy of its platform.
  expect(answers({ ...one }).get('companies')).toBe(7);
  expect(answers(other).size).toBe(0);
  expect(others(one).size).toBe(0);
});
