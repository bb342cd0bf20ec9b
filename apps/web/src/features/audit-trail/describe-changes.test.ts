import { expect, test } from 'vitest';
import { actionLabel } from './action-label.ts';
import { describeChanges, summariseChanges } from './describe-changes.ts';

test('describes only the differences, at any depth', () => {
  const before = {
    name: 'Old',
    isLive: false,
    criteria: { rules: [{ field: 'country', value: ['SE', 'NO'] }] },
    same: 1,
  };
  const after = { name: 'New', isLive: true, criteria: { rules: [{ field: 'country', value: ['SE'] }] }, same: 1 };
  expect(describeChanges(before, after)).toEqual([
    { path: 'name', before: 'Old', after: 'New' },
    { path: 'is live', before: 'no', after: 'yes' },
    { path: 'criteria › rules › 1 › value', before: 'SE, NO', after: 'SE' },
  ]);
});

test('describes added, removed and empty values', () => {
  expect(describeChanges(null, { permissions: ['USER'], expiresAt: null })).toEqual([
    { path: 'permissions', before: null, after: 'USER' },
    { path: 'expires at', before: null, after: '(none)' },
  ]);
  expect(describeChanges({ list: [1], text: '' }, { list: [] })).toEqual([
    { path: 'list', before: '1', after: '(empty list)' },
    { path: 'text', before: '(empty)', after: null },
  ]);
  expect(describeChanges('a', 'b')).toEqual([{ path: '', before: 'a', after: 'b' }]);
  expect(describeChanges(null, null)).toEqual([]);
  expect(describeChanges({ rules: [] }, { rules: [] })).toEqual([]);
});

test('summarises changes in one line', () => {
  expect(summariseChanges({ name: 'Old', isLive: false }, { name: 'New', isLive: true })).toBe(
    'name: Old → New and 1 more',
  );
  expect(summariseChanges(null, { name: 'New' })).toBe('name: New');
  expect(summariseChanges({ name: 'Old' }, {})).toBe('name: Old → removed');
  expect(summariseChanges(null, null)).toBe('');
});

test('labels actions, including unknown ones', () => {
  expect(actionLabel('user.permissions-changed')).toBe('User permissions modified');
  expect(actionLabel('market.publish-requested')).toBe('Market publish requested');
});
