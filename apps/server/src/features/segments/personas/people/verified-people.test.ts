import { expect, test } from 'vitest';
import type { EmailVerifier } from '#server/platform/email-verifier.ts';
import { openPersonaWorld } from '../testing/persona-world.ts';

test('an installation that verifies e-mails itself asks for no more than it needs, and believes the answers', async () => {
  const asked: string[] = [];
  const verifier: EmailVerifier = {
    verify: async (emails) => {
      asked.push(...emails);
      return new Map(
        emails.map((email) => [
          email,
          email.startsWith('person-11@')
            ? { status: 'invalid', reason: 'no-such-mailbox' }
            : { status: 'verified', reason: 'accepted' },
        ]),
      );
    },
  };
  const world = await openPersonaWorld(verifier);
  try {
    await world.putPeople(
      [1, 2, 3].map((number) => ({ company_id: 1, item_id: 10 + number, position: 'Sales', email_status: 'other' })),
    );
    const segment = await world.segment('verified', [1]);
    const persona = await world.persona(segment, {
      name: 'Sales',
      criteriaGroups: [{ positionInclusionKeywords: ['sales'] }],
    });
    await world.search(segment, persona);
    const owned = (await world.owned(segment)).map((contact) => [contact.contactId, contact.emailVerificationStatus]);
    expect(owned).toEqual([['12', 'verified']]);
    expect(asked).toEqual(['person-11@company.example', 'person-12@company.example']);
  } finally {
    await world.close();
  }
}, 120_000);
