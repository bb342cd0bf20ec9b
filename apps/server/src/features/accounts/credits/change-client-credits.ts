import { randomUUID } from 'node:crypto';
import type * as contracts from '@quarry/contracts';
import { AppError, type InputOf } from '@quarry/contracts';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { readConfig } from '#server/features/client-configs/read-config.ts';
import type { Verb } from '#server/platform/mount.ts';
import { lockCredits } from './charge-each.ts';
import { creditBalances } from './credit-balances.ts';

const KINDS = { add: 'GRANT', remove: 'REMOVE', set: 'SET' } as const;

/** Changes a client's balance, for staff. Throws NOT_FOUND, and VALIDATION_FAILED if it would fall below zero. */
export const changeClientCredits: Verb<typeof contracts.changeClientCredits> = async (scope, input) =>
  scope.change(async (tx) => {
    const { creditType, action } = input;
    const { id: clientId } = await readConfig(tx, { name: input.client });
    // One writer per ledger at a time, so that no entry comes between reading and writing the balance.
    const balance = await lockCredits(tx, clientId, creditType);
    const balanceAfter = nextBalance(input, balance);
    const reason = input.reason === undefined || input.reason === '' ? action : input.reason;
    await tx.insert(creditLedger).values({
      clientId,
      creditType,
      kind: KINDS[action],
      amount: (balanceAfter ?? 0) - (balance ?? 0),
      actor: scope.user.email,
      reference: { reason },
      balanceAfter,
      idempotencyKey: `staff ${randomUUID()}`,
    });
    return {
      result: { creditBalances: await creditBalances(tx, clientId) },
      target: input.client,
      targetId: clientId,
      clientId,
      before: { [creditType]: balance },
      after: { [creditType]: balanceAfter, reason },
    };
  });

function nextBalance(input: InputOf<typeof contracts.changeClientCredits>, balance: number | null): number | null {
  const { action, amount, creditType } = input;
  if (action === 'set') return amount;
  if (amount === null || amount === 0) {
    throw new AppError('VALIDATION_FAILED', 'Give the number of credits, at least 1.', { amount });
  }
  const next = (balance ?? 0) + (action === 'add' ? amount : -amount);
  if (next >= 0 && next <= Number.MAX_SAFE_INTEGER) return next;
  throw new AppError(
    'VALIDATION_FAILED',
    `Only ${(balance ?? 0).toLocaleString('en-US')} credits are left to remove.`,
    {
      creditType,
      balance,
      amount,
    },
  );
}
