import type { Tag } from '@quarry/contracts';
import { describe, expect, it } from 'vitest';
import { findTags, namesOf, storedTag, tagLabel, tagLabels, tagOptions } from './tag-names.ts';

const tag = (id: string, name: string, companyCount: number | null = 0): Tag => ({
  id,
  name,
  filters: { id: 'g', combinator: 'and', rules: [] },
  companyCount,
  lastModifiedAt: '2026-01-01T00:00:00.000Z',
  processingStatus: 'Fresh',
  problem: null,
});
const tags = [tag('a1', 'Fintech', 5), tag('b2', 'Berlin', 70), tag('c3', 'fin & law', null)];
const names = namesOf(tags);

describe('names of tags', () => {
  it('reads ids as names, unknown ones as such, none while names are not known', () => {
    expect(tagLabels(names, ['a1', 'b2'])).toEqual(['Berlin', 'Fintech']);
    expect(tagLabels(names, ['0123456789', 'a1'])).toEqual(['Fintech', 'Unknown tag 01234567']);
    expect(tagLabels(null, ['a1', 'b2'])).toEqual(['…']);
    expect(tagLabels(names, [])).toEqual([]);
    expect(tagLabel(names, 'gone')).toBe('Unknown tag gone');
  });
  it('stores the id of a typed name and leaves ids and unknown texts as they are', () => {
    expect(storedTag(names, ' FINTECH ')).toBe('a1');
    expect(storedTag(names, 'b2')).toBe('b2');
    expect(storedTag(names, 'nobody')).toBe('nobody');
    expect(storedTag(null, 'Fintech')).toBe('Fintech');
  });
  it('offers tags by name, the largest first, uncounted ones last', () => {
    expect(tagOptions(tags, '')).toEqual([
      { value: 'b2', count: 70 },
      { value: 'a1', count: 5 },
      { value: 'c3', count: null },
    ]);
    expect(tagOptions(tags, ' FIN ').map(({ value }) => value)).toEqual(['a1', 'c3']);
    expect(findTags(tags, 'a1')).toEqual([]);
  });
});
