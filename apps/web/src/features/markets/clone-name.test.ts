import { expect, it } from 'vitest';
import { cloneName } from './clone-name.ts';

it('adds a suffix within the maximum name length', () => {
  expect(cloneName('Climate')).toBe('Climate (Clone)');
  expect(cloneName('Climate (Clone)')).toBe('Climate (Clone) (Clone)');
  const longest = cloneName('x'.repeat(255));
  expect(longest).toHaveLength(255);
  expect(longest).toMatch(/x \(Clone\)$/);
});
