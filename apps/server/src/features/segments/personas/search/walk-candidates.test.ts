import { describe, expect, test } from 'vitest';
import type { Candidate } from '../people/contact-provider.ts';
import { type LookUp, walkCandidates } from './walk-candidates.ts';

/** People named by group and e-mail: `0v` is verified in the first group; o = other, i = invalid, n = none, x = left out. */
function walk(
  people: string,
  options: { needed?: number; isEmailRequired?: boolean; included?: readonly number[] } = {},
) {
  const names = people.split(' ').filter((name) => name !== '');
  const ranked = names.map((name, at) => ({ contactId: String(at), groupAt: Number(name[0]) }) as Candidate);
  const states: Readonly<Record<string, LookUp>> = {
    v: { email: 'a@b.example', status: 'verified' },
    o: { email: 'a@b.example', status: 'other' },
    i: { email: 'a@b.example', status: 'invalid' },
    n: null,
    x: 'LEFT_OUT',
  };
  const included = new Set((options.included ?? []).map(String));
  const lookUps = new Map<string, LookUp>();
  let rounds = 0;
  for (;;) {
    const result = walkCandidates(
      ranked,
      included,
      { numContactsRequiredPerCompany: options.needed ?? 1, isEmailRequired: options.isEmailRequired ?? true },
      lookUps,
    );
    const numbers = (list: readonly Candidate[]) => list.map(({ contactId }) => Number(contactId));
    if (result.kind === 'DECIDED') {
      return { included: numbers(result.included), checked: numbers(result.checked), lookedUp: lookUps.size, rounds };
    }
    rounds += 1;
    expect(result.people.length).toBeGreaterThan(0);
    for (const { contactId } of result.people) {
      expect(lookUps.has(contactId)).toBe(false);
      lookUps.set(contactId, states[names[Number(contactId)]?.[1] ?? ''] ?? null);
    }
  }
}

describe('if e-mails are required', () => {
  test('verified people are included in the order of the ranking, and nobody is looked up after them', () => {
    expect(walk('0v 0v 0v 0v', { needed: 2 })).toEqual({ included: [0, 1], checked: [], lookedUp: 2, rounds: 1 });
    expect(walk('0i 0n 0v 0v', { needed: 1 })).toMatchObject({ included: [2], checked: [0, 1], lookedUp: 3 });
  });

  test('uncertain ones fill up at the end of their group, before the next is opened', () => {
    expect(walk('0o 0i 1v', { needed: 1 })).toMatchObject({ included: [0], checked: [1], lookedUp: 2 });
    expect(walk('0o 0v 0o 1v', { needed: 2 })).toMatchObject({ included: [0, 1], checked: [2], lookedUp: 3 });
    expect(walk('0o 0i 1o 1v', { needed: 2 })).toMatchObject({ included: [0, 3], checked: [1, 2] });
  });

  test('at most ten people are walked, or five for each contact', () => {
    const people = (count: number) => Array.from({ length: count }, () => '0i').join(' ');
    expect(walk(`${people(10)} 0v`)).toMatchObject({ included: [], lookedUp: 10 });
    expect(walk(`${people(9)} 0v`)).toMatchObject({ included: [9], lookedUp: 10 });
    expect(walk(`${people(24)} 0v 0v`, { needed: 5 })).toMatchObject({ included: [24], lookedUp: 25 });
    expect(walk(`0o ${people(9)} 0v`)).toMatchObject({ included: [0], lookedUp: 10 });
  });

  test('people from before count, and whom the account must not contact are passed over', () => {
    expect(walk('0v 0v 0v', { needed: 2, included: [1] })).toMatchObject({ included: [0], lookedUp: 1 });
    expect(walk('0v 0v', { needed: 1, included: [1] })).toMatchObject({ included: [], lookedUp: 0 });
    expect(walk('0x 0v', { needed: 1 })).toMatchObject({ included: [1], checked: [] });
  });
});

test('if not, the best are included whatever their e-mails', () => {
  expect(walk('0i 0n 1v', { needed: 2, isEmailRequired: false })).toMatchObject({
    included: [0, 1],
    checked: [],
    lookedUp: 2,
  });
  expect(walk('0x 0n', { needed: 1, isEmailRequired: false })).toMatchObject({ included: [1], checked: [] });
});
