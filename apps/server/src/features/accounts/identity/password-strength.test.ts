import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@quarry/contracts';
import { expect, test } from 'vitest';
import { CRAFTED_PASSWORD } from '../testing/crafted-password.ts';
import { assertNewPassword } from './password-strength.ts';
import { estimateStrength } from './strength-estimate.ts';

const refusal = async (password: string): Promise<AppError | null> => {
  try {
    await assertNewPassword(password, 'mona.lang@north.test');
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

test('names the first broken rule and lists them all', async () => {
  expect((await refusal(''))?.message).toBe('Password is required');
  expect(await refusal('abc')).toMatchObject({
    errorCode: 'WEAK_PASSWORD',
    message: 'Password must have at least 8 characters',
    context: {
      details: [
        'Password must have at least 8 characters',
        'Password must have at least one numeric character',
        'Password must have at least one special character',
        'Password must have at least one uppercase letter',
      ],
    },
  });
});

test.each([
  'Password1!',
  'P@ssw0rd1',
  'Qwerty123!',
  'Aa1!Aa1!Aa1!',
  'aaaaaaA1!',
  'Mona.lang1',
  'Quarry123!',
  'Summer2026!',
  'Welcome1!',
  'Asdfghjkl1!',
])('refuses %s, which meets the rules but is easy to guess, with a reason', async (password) => {
  const error = await refusal(password);
  expect(error?.errorCode).toBe('WEAK_PASSWORD');
  expect(error?.message).toMatch(/^[A-Z].{10,}$/);
});

test.each(['Gravel-Otter-71-Lamp', 'Xk7$mPq2vLw', 'Ёжик-в-тумане-9', 'long: Aa1!xZ9#'.repeat(70)])(
  'accepts %s',
  async (password) => {
    expect(await refusal(password)).toBeNull();
  },
);

test('an estimate that takes too long is given up, and the next one works', async () => {
  const question = { password: 'Gravel-Otter-71-Lamp', ownWords: [] };
  expect(await estimateStrength(question, 0)).toBeNull();
  expect((await estimateStrength(question))?.score).toBe(4);
});

test('others are answered while a crafted password is estimated', async () => {
  await estimateStrength({ password: 'Gravel-Otter-71-Lamp', ownWords: [] });
  const order: string[] = [];
  await Promise.all([
    estimateStrength({ password: CRAFTED_PASSWORD, ownWords: [] }).then(() => order.push('estimate')),
    nextTurn().then(() => order.push('other')),
  ]);
  expect(order).toEqual(['other', 'estimate']);
});
