import { OPERATORS_ON_TAGS, type Tag } from '@quarry/contracts';
import type { FilterGroup, Operator, RuleValue } from '@quarry/filters';
import { describe, expect, it } from 'vitest';
import { TAG_OPERATORS } from '../datasets/tag-names.ts';
import { createDisabledReason, updateDisabledReason } from './save-rules.ts';
import { haveMembersChanged, isNameTaken, tagsStamp } from './tag-changes.ts';

const filters: FilterGroup = {
  id: 'g',
  combinator: 'and',
  rules: [{ id: 'r', field: 'industry', operator: 'exists' }],
};
const tag: Tag = {
  id: 't',
  name: 'Fintech',
  filters,
  companyCount: 5,
  lastModifiedAt: '2026-01-01T00:00:00.000Z',
  processingStatus: 'Fresh',
  problem: null,
};
const PREVIEW_FIRST = 'Press search and preview results before saving tag';

describe('when a tag can be saved', () => {
  const source = { filters, isDraftDirty: false, isPreviewed: true };
  it('requires an applied rule whose result was shown', () => {
    expect(createDisabledReason(source, [tag])).toBeNull();
    expect(createDisabledReason({ ...source, filters: null }, [tag])).toBe(PREVIEW_FIRST);
    expect(
      createDisabledReason({ ...source, filters: { ...filters, rules: [{ ...filters, rules: [] }] } }, [tag]),
    ).toBe(PREVIEW_FIRST);
    expect(createDisabledReason({ ...source, isDraftDirty: true }, [tag])).toBe(PREVIEW_FIRST);
    expect(createDisabledReason({ ...source, isPreviewed: false }, [tag])).toBe(PREVIEW_FIRST);
  });
  it('requires the edited tag to exist and its filters to differ for an update', () => {
    const changed: FilterGroup = { ...filters, combinator: 'or' };
    expect(updateDisabledReason({ ...source, filters: changed }, [tag], 't')).toBeNull();
    expect(updateDisabledReason(source, [tag], 't')).toBe('The filters are the same as in the tag');
    expect(updateDisabledReason({ ...source, isPreviewed: false }, [tag], 't')).toBe(PREVIEW_FIRST);
    expect(updateDisabledReason(source, [], 't')).toBe('This tag no longer exists');
    expect(updateDisabledReason(source, undefined, 't')).toBe('The tag is being loaded');
  });
  it('allows only supported rules on existing tags', () => {
    const onTags = (operator: Operator, value?: RuleValue) => ({
      ...source,
      filters: {
        ...filters,
        rules: [{ id: 'r', field: '__tags', operator, ...(value === undefined ? {} : { value }) }],
      },
    });
    const unsupported = 'A tag can only ask whether a company carries some other tags or not';
    for (const operator of TAG_OPERATORS) {
      const value: RuleValue = operator.startsWith('has') ? 1 : [' T '];
      const reason = (OPERATORS_ON_TAGS as readonly Operator[]).includes(operator) ? null : unsupported;
      expect([operator, createDisabledReason(onTags(operator, value), [tag])]).toEqual([operator, reason]);
    }
    expect(createDisabledReason(onTags('containsAnyOf', ['t', 'gone']), [tag])).toBe(
      'A condition names a tag that does not exist',
    );
    expect(createDisabledReason(onTags('containsAnyOf', ['gone']), undefined)).toBeNull();
    expect(updateDisabledReason(onTags('exists'), [tag], 't')).toBe(unsupported);
    expect(updateDisabledReason(onTags('containsAnyOf', ['t']), [tag], 't')).toBe('A tag cannot depend on itself');
  });
  it('finds taken names in any case, except its own', () => {
    expect(isNameTaken([tag], ' FINTECH ', null)).toBe(true);
    expect(isNameTaken([tag], 'fintech', 't')).toBe(false);
    expect(isNameTaken([tag], 'Fin', null)).toBe(false);
  });
});

describe('changes of tags', () => {
  const running: Tag = { ...tag, processingStatus: 'Running' };
  it('detects that different companies carry tags', () => {
    expect(haveMembersChanged([running], [tag])).toBe(true);
    expect(haveMembersChanged([tag], [{ ...tag, companyCount: 6 }])).toBe(true);
    expect(haveMembersChanged([tag], [])).toBe(true);
    expect(haveMembersChanged([tag], [{ ...running, name: 'Other' }])).toBe(false);
    expect(haveMembersChanged([], [tag])).toBe(false);
  });
  it('gives a different stamp after each change', () => {
    const later = '2026-01-02T00:00:00.000Z';
    const others = [[], [{ ...tag, lastModifiedAt: later }], [tag, tag], [{ ...tag, companyCount: 6 }]];
    expect(new Set([[tag], ...others].map(tagsStamp)).size).toBe(5);
  });
});
