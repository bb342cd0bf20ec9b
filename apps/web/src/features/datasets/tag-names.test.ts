import { OPERATORS_ON_TAGS, type SchemaField, type Tag } from '@quarry/contracts';
import { describe, expect, it } from 'vitest';
import { usableTags } from '../tags/used-tags.ts';
import { toFilterFields } from './fields.ts';
import {
  findTags,
  TAG_OPERATORS,
  TAGS_FIELD,
  tagIdFromText,
  tagLabel,
  tagLabels,
  tagNamesById,
  tagOptions,
} from './tag-names.ts';

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
const names = tagNamesById(tags);

describe('tags as a filter', () => {
  const schema: SchemaField[] = [
    {
      fieldName: TAGS_FIELD,
      displayName: 'Tags',
      description: '',
      type: 'Multipicklist',
      isHiddenFromUser: false,
      isSystem: true,
      isMappableInIntegration: false,
      isDefaultSortField: false,
      dataBlock: null,
      dataBlockField: null,
      fieldSource: 'SYSTEM',
      ccmName: null,
      dynamicConfig: null,
      mappings: [],
      customColumnDef: null,
    },
  ];
  const operatorsOf = (editedTagId: string | null) => [
    ...(toFilterFields(schema, { names, editedTagId })[0]?.operators ?? []),
  ];
  it('offers all tag operators in a search, and only those that tags may use while editing a tag', () => {
    expect(operatorsOf(null)).toEqual([...TAG_OPERATORS]);
    expect(operatorsOf('a1')).toEqual([...OPERATORS_ON_TAGS]);
  });
  it('does not offer the edited tag or tags that depend on it', () => {
    const using = (id: string, ...used: string[]): Tag => ({
      ...tag(id, id),
      filters: {
        id: 'g',
        combinator: 'and',
        rules: [{ id: 'r', field: TAGS_FIELD, operator: 'containsAnyOf', value: used }],
      },
    });
    const all = [...tags, using('d4', ' A1'), using('e5', 'd4', 'b2'), using('f6', 'b2')];
    expect(usableTags(all, 'a1').map(({ id }) => id)).toEqual(['b2', 'c3', 'f6']);
    expect(usableTags(all, null)).toEqual(all);
  });
});

describe('names of tags', () => {
  it('shows ids as names, unknown ids as unknown, and an ellipsis while loading', () => {
    expect(tagLabels(names, ['a1', 'b2'])).toEqual(['Berlin', 'Fintech']);
    expect(tagLabels(names, ['0123456789', 'a1'])).toEqual(['Fintech', 'Unknown tag 01234567']);
    expect(tagLabels(null, ['a1', 'b2'])).toEqual(['…']);
    expect(tagLabels(names, [])).toEqual([]);
    expect(tagLabel(names, 'gone')).toBe('Unknown tag gone');
  });
  it('stores the id of a typed name, and keeps ids and unknown texts', () => {
    expect(tagIdFromText(names, ' FINTECH ')).toBe('a1');
    expect(tagIdFromText(names, 'b2')).toBe('b2');
    expect(tagIdFromText(names, 'nobody')).toBe('nobody');
    expect(tagIdFromText(null, 'Fintech')).toBe('Fintech');
  });
  it('finds tags by name, with the largest first and uncounted ones last', () => {
    expect(tagOptions(tags, '')).toEqual([
      { value: 'b2', count: 70 },
      { value: 'a1', count: 5 },
      { value: 'c3', count: null },
    ]);
    expect(tagOptions(tags, ' FIN ').map(({ value }) => value)).toEqual(['a1', 'c3']);
    expect(findTags(tags, 'a1')).toEqual([]);
  });
});
