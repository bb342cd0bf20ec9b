import { expect, it } from 'vitest';
import { cloneName } from './clone-name.ts';

it('marks the name of a clone, within the longest name that can be saved', () => {
  expect(cloneName('Climate')).toBe('Climate (Clone)');
  expect(cloneName('Climate (Clone)')).toBe('Climate (Clone) (Clone)');
  const longest = cloneName('x'.repeat(255));
  expect(longest).toHaveLength(255);
  expect(longest).toMatch(/x \(Clone\)$/);
});
