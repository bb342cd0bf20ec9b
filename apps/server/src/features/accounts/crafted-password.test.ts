import { confirmResetPassword, resetPassword } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CRAFTED_PASSWORD } from './testing/crafted-password.ts';
import { openTestAccount, type TestAccount } from './testing/test-account.ts';

const GUESSES = 5;

let world: TestAccount;
beforeAll(async () => {
  world = await openTestAccount();
});
afterAll(() => world.close());

test('a wrong code is refused before the password is estimated', async () => {
  const guess = { email: 'nobody@north.test', code: 'AAAAAAAA', newPassword: 'Password1!' };
  expect((await world.browser().call(confirmResetPassword, guess)).body.errorCode).toBe('INVALID_CODE');
});

test('many crafted passwords at once are all estimated', async () => {
  const people = await Promise.all(
    Array.from({ length: GUESSES }, async () => {
      const { email } = await world.newPerson();
      await world.browser().call(resetPassword, { email });
      const { text } = await world.mailTo(email, /code for a new/);
      return { email, code: /^ {4}(\S+)$/m.exec(text)?.[1] ?? '' };
    }),
  );
  const answers = await Promise.all(
    people.map((person) => world.browser().call(confirmResetPassword, { ...person, newPassword: CRAFTED_PASSWORD })),
  );
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
});
