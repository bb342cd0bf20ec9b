import { expect, test } from 'vitest';
import { loopTurn } from './loop-turns.ts';

test('one turn per round of the event loop, and accounts alternate', async () => {
  const caches = {};
  const events: string[] = [];
  const turn = async (share: string) => {
    await loopTurn({ caches, share });
    events.push(share);
    setImmediate(() => events.push('other work'));
  };
  const turns = ['busy', 'busy', 'busy', 'neighbour'].map(turn);
  await Promise.all(turns);
  await new Promise(setImmediate);
  expect(events.filter((event) => event !== 'other work')).toEqual(['busy', 'neighbour', 'busy', 'busy']);
  expect(events.some((event, at) => event !== 'other work' && events[at + 1] === event)).toBe(false);
  await turn('busy');
});
