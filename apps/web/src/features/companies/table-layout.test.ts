import { describe, expect, it } from 'vitest';
import {
  defaultLayout,
  effectiveLayout,
  existingColumns,
  type LayoutDefaults,
  layoutKey,
  toStoredLayout,
  viewLayout,
} from './table-layout.ts';

const base: LayoutDefaults = {
  firstColumn: 'company',
  fieldNames: ['name', 'domain', 'a', 'b', 'c'],
  accountColumns: null,
  leadColumns: ['name', 'a', 'b', 'c'],
  quietColumns: new Set(['domain']),
};
const visible = (layout: { order: readonly string[]; hidden: readonly string[] }) =>
  layout.order.filter((name) => !layout.hidden.includes(name));

describe('the explorer’s columns', () => {
  it('follows the account’s default until the person chooses', () => {
    expect(visible(defaultLayout(base))).toEqual(['name', 'a', 'b', 'c']);
    const account = { ...base, accountColumns: ['c', 'gone', 'domain'] };
    expect(visible(effectiveLayout(null, account))).toEqual(['c', 'domain']);
    const resized = toStoredLayout({ ...defaultLayout(base), widths: { a: 90 } }, base);
    expect(resized).toEqual({ order: [], hidden: [], widths: { a: 90 }, pinned: [] });
    expect(visible(effectiveLayout(resized, account))).toEqual(['c', 'domain']);
  });
  it('remembers the width of the first column, and none of a column that is gone', () => {
    const layout = { ...defaultLayout(base), widths: { company: 300, gone: 80 } };
    expect(toStoredLayout(layout, base).widths).toEqual({ company: 300 });
  });
  it('keeps the person’s choice and shows new data points as the account’s default does', () => {
    const stored = toStoredLayout({ order: ['b', 'name', 'a'], hidden: ['domain', 'a'], widths: {}, pinned: [] }, base);
    expect(visible(effectiveLayout(stored, base))).toEqual(['b', 'name', 'c']);
    const withScore = { ...base, fieldNames: [...base.fieldNames, 'score'], accountColumns: ['score', 'b'] };
    expect(visible(effectiveLayout({ ...stored, hidden: ['domain', 'a', 'c'] }, withScore))).toEqual([
      'score',
      'b',
      'name',
    ]);
  });
});

it('shows a new score in front, also if no admin saved columns', () => {
  const stored = toStoredLayout({ order: ['b', 'name'], hidden: ['domain', 'a', 'c'], widths: {}, pinned: [] }, base);
  const withScore = {
    ...base,
    fieldNames: [...base.fieldNames, 'score'],
    leadColumns: ['score', ...base.leadColumns],
  };
  expect(visible(effectiveLayout(stored, withScore))).toEqual(['score', 'b', 'name']);
});

describe('the columns of a view', () => {
  const columns = { order: ['c', 'gone', 'a'], hidden: [], widths: { a: 90 }, pinned: ['c'] };
  it('are those that it was saved with, without what is gone or was added since', () => {
    const layout = viewLayout(columns, base);
    expect(visible(layout)).toEqual(['c', 'a']);
    expect(layout).toMatchObject({ widths: { a: 90 }, pinned: ['c'] });
    expect(layout.order.toSorted()).toEqual(base.fieldNames.toSorted());
    expect(visible(viewLayout({ ...columns, order: ['gone'] }, base))).toEqual(visible(defaultLayout(base)));
  });
  it('count as unchanged when they look the same', () => {
    const layout = viewLayout(columns, base);
    expect(layoutKey(viewLayout(existingColumns(layout, base), base))).toBe(layoutKey(layout));
    expect(layoutKey({ ...layout, hidden: [...layout.hidden].toReversed() })).toBe(layoutKey(layout));
    expect(layoutKey({ ...layout, widths: { a: 91 } })).not.toBe(layoutKey(layout));
    expect(layoutKey({ ...layout, hidden: layout.hidden.filter((name) => name !== 'b') })).not.toBe(layoutKey(layout));
  });
});
