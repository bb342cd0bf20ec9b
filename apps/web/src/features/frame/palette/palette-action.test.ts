import { expect, test } from 'vitest';
import { matchActions } from './palette-action.ts';

const action = (label: string, keywords?: string) => ({
  id: label,
  label,
  ...(keywords === undefined ? {} : { keywords }),
  leftSection: null,
  onClick: () => undefined,
});
const groups = [
  { group: 'Pages', actions: [action('Markets', 'target universe'), action('Tags')] },
  { group: 'Actions', actions: [action('Create market', 'add new')] },
];
const found = (text: string) =>
  matchActions(groups, text).map(({ group, actions }) => [group, actions.map((each) => each.label)]);

test('the palette shows everything at first, then what contains every word', () => {
  expect(found('')).toEqual([
    ['Pages', ['Markets', 'Tags']],
    ['Actions', ['Create market']],
  ]);
  expect(found('market')).toEqual([
    ['Pages', ['Markets']],
    ['Actions', ['Create market']],
  ]);
  expect(found(' NEW  Market')).toEqual([['Actions', ['Create market']]]);
  expect(found('universe')).toEqual([['Pages', ['Markets']]]);
  expect(found('nothing')).toEqual([]);
});
