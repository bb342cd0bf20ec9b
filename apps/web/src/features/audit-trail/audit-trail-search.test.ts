import { expect, test } from 'vitest';
import { auditTrailSearch, isFiltered } from './audit-trail-search.ts';

test('keeps the valid filters of an address', () => {
  const search = {
    actor: ' ann ',
    action: 'market.saved',
    target: '',
    from: '2026-02-28',
    to: '2026-03-01',
    page: '2',
  };
  const read = auditTrailSearch(search);
  expect(read).toEqual({ actor: 'ann', action: 'market.saved', from: '2026-02-28', to: '2026-03-01', page: 2 });
  expect(isFiltered(read)).toBe(true);
  const invalid = { actor: 7, from: '2026-02-30', to: 'today', page: '-1', other: 'x' };
  expect(auditTrailSearch(invalid)).toEqual({});
  expect(isFiltered(auditTrailSearch({ page: '3' }))).toBe(false);
});
