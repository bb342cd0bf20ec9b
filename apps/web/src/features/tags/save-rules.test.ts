import type { Tag } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { describe, expect, it } from 'vitest';
import { createReason, updateReason } from './save-rules.ts';
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
  it('needs a rule, applied, with its result shown', () => {
    expect(createReason(source)).toBeNull();
    expect(createReason({ ...source, filters: null })).toBe(PREVIEW_FIRST);
    expect(createReason({ ...source, filters: { ...filters, rules: [{ ...filters, rules: [] }] } })).toBe(
      PREVIEW_FIRST,
    );
    expect(createReason({ ...source, isDraftDirty: true })).toBe(PREVIEW_FIRST);
    expect(createReason({ ...source, isPreviewed: false })).toBe(PREVIEW_FIRST);
  });
  it('needs the tag that is edited, too, to update it', () => {
    expect(updateReason(source, [tag], 't')).toBeNull();
    expect(updateReason({ ...source, isPreviewed: false }, [tag], 't')).toBe(PREVIEW_FIRST);
    expect(updateReason(source, [], 't')).toBe('This tag no longer exists');
    expect(updateReason(source, undefined, 't')).toBe('The tag is being loaded');
  });
  it('takes names once, ignoring case, its own aside', () => {
    expect(isNameTaken([tag], ' FINTECH ', null)).toBe(true);
    expect(isNameTaken([tag], 'fintech', 't')).toBe(false);
    expect(isNameTaken([tag], 'Fin', null)).toBe(false);
  });
});

describe('changes of tags', () => {
  const running: Tag = { ...tag, processingStatus: 'Running' };
  it('says when companies carry other tags than before', () => {
    expect(haveMembersChanged([running], [tag])).toBe(true);
    expect(haveMembersChanged([tag], [{ ...tag, companyCount: 6 }])).toBe(true);
    expect(haveMembersChanged([tag], [])).toBe(true);
    expect(haveMembersChanged([tag], [{ ...running, name: 'Other' }])).toBe(false);
    expect(haveMembersChanged([], [tag])).toBe(false);
  });
  it('has another stamp after each of them', () => {
    const later = '2026-01-02T00:00:00.000Z';
    const others = [[], [{ ...tag, lastModifiedAt: later }], [tag, tag], [{ ...tag, companyCount: 6 }]];
    expect(new Set([[tag], ...others].map(tagsStamp)).size).toBe(5);
  });
});
