import { expect, it } from 'vitest';
import { type SaveState, saveDisabledReason } from './save-rules.ts';

const ready: SaveState = {
  draft: { name: 'Visitors' },
  isDirty: true,
  nameProblem: null,
  areFiltersValid: true,
  isDefinitionValid: true,
  count: 1,
  isPreviewFailed: false,
};

it('allows saving with a valid name and at least one matching company', () => {
  expect(saveDisabledReason(ready)).toBeNull();
});

it.each([
  [{ draft: { name: ' ' } }, 'Please provide a name for the segment'],
  [{ nameProblem: 'This name is already in use' }, 'This name is already in use'],
  [{ areFiltersValid: false }, 'Some conditions are not complete'],
  [{ isDefinitionValid: false }, 'Please correct any errors before saving'],
  [{ count: null }, 'Wait until the companies are counted'],
  [{ count: null, isPreviewFailed: true }, 'The companies could not be counted'],
  [{ count: 0 }, 'No companies matching criteria. Please modify segment definition.'],
  [{ isDirty: false }, 'Nothing has changed'],
])('says why saving is disabled: %o', (change, reason) => {
  expect(saveDisabledReason({ ...ready, ...change })).toBe(reason);
});
