import { expect, test } from 'vitest';
import { auditTrailSearch, isFiltered } from './audit-trail-search.ts';

test('an address keeps the filters that make sense', () => {
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
  const nonsense = { actor: 7, from: '2026-02-30', to: 'today', page: '-1', other: 'x' };
  expect(auditTrailSearch(nonsense)).toEqual({});
  expect(isFiltered(auditTrailSearch({ page: '3' }))).toBe(false);
});
