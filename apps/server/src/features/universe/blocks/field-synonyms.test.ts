import { FIELD_SYNONYMS } from '@quarry/contracts';
import { expect, test } from 'vitest';
import { SYSTEM_COLUMNS } from '#server/features/datasets/system-columns.ts';
import { findField } from './index.ts';

test('synonyms belong to existing fields and are in lower case', () => {
  const system = new Set(SYSTEM_COLUMNS.map(({ fieldName }) => fieldName));
  for (const [key, synonyms] of Object.entries(FIELD_SYNONYMS)) {
    expect([key, findField(key) !== undefined || system.has(key)]).toEqual([key, true]);
    expect(synonyms.map((synonym) => synonym.trim().toLowerCase())).toEqual(synonyms);
    expect(new Set(synonyms).size).toBe(synonyms.length);
  }
});
