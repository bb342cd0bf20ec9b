import { monitorEventLoopDelay } from 'node:perf_hooks';
import { confirmResetPassword, resetPassword } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestAccount, type TestAccount } from './testing/test-account.ts';

/** Look-alikes of letters give the estimator a great many words to try at each position. */
const CRAFTED = `Aa1!${'4@8({[<369&!1|0$5+7%2'.repeat(7)}`.slice(0, 130);
const GUESSES = 15;

let world: TestAccount;
beforeAll(async () => {
  world = await openTestAccount();
});
afterAll(() => world.close());

/** Runs `work`; returns how long it took, and the longest time that nobody else was answered. */
async function measured(work: () => Promise<unknown>): Promise<{ tookMs: number; blockedMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await work();
  const tookMs = performance.now() - start;
  delay.disable();
  return { tookMs, blockedMs: delay.max / 1e6 };
}

test('a wrong code is refused before the password is estimated', async () => {
  const guess = { email: 'nobody@north.test', code: 'AAAAAAAA', newPassword: 'Password1!' };
  expect((await world.browser().call(confirmResetPassword, guess)).body.errorCode).toBe('INVALID_CODE');
});

test('estimating crafted passwords keeps nobody waiting', async () => {
  const people = await Promise.all(
    Array.from({ length: GUESSES }, async () => {
      const { email } = await world.newPerson();
      await world.browser().call(resetPassword, { email });
      const { text } = await world.mailTo(email, /code for a new/);
      return { email, code: /^ {4}(\S+)$/m.exec(text)?.[1] ?? '' };
    }),
  );
  const { tookMs, blockedMs } = await measured(async () => {
    const answers = await Promise.all(
      people.map((person) => world.browser().call(confirmResetPassword, { ...person, newPassword: CRAFTED })),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  });
  expect(blockedMs).toBeLessThan(tookMs / 5);
});
