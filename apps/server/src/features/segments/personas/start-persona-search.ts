import type * as contracts from '@quarry/contracts';
import { AppError, type CreditType } from '@quarry/contracts';
import { and, eq, inArray, ne, sql, type Transaction } from '@quarry/postgres';
import { personaCompanies, personas } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { creditBalances } from '#server/features/accounts/credits/credit-balances.ts';
import { assertMaySearchPhoneNumbers } from '#server/features/accounts/phone-numbers.ts';
import type { Verb } from '#server/platform/mount.ts';
import { lockQueue } from './lock-queue.ts';
import { maximumCredits } from './maximum-credits.ts';
import { lockPersona, type PersonaRow, personaOf } from './persona.ts';
import { isActive, RESTARTED, requestSearches } from './request-searches.ts';

/**
 * Starts a search or puts it behind the account's others; one that waits or runs is left alone. A finished one searches
 * the companies that are left, or all again. Throws NOT_FOUND, FORBIDDEN and INSUFFICIENT_CREDITS.
 */
export const startPersonaSearch: Verb<typeof contracts.startPersonaSearch> = async (scope, key) => {
  const { client, jobs, user } = scope;
  return scope.change(async (tx) => {
    await lockQueue(tx, client.id);
    const persona = await lockPersona(tx, client.id, key);
    const answer = (searchStatus: PersonaRow['searchStatus']) => ({
      result: { searchStatus },
      target: persona.name,
      targetId: persona.id,
      before: { searchStatus: persona.searchStatus },
      after: { searchStatus },
    });
    await requestSearches(tx, jobs, client.id, user.email);
    if (isActive(persona)) return answer(persona.searchStatus);
    assertMaySearchPhoneNumbers(client, persona.searchOptions);
    const companies = await segmentSize(tx, persona.segmentId);
    await assertAffordable(tx, client.id, persona, companies);
    const isAgain = persona.searchStatus === 'COMPLETE' && (await isFinished(tx, persona, companies));
    const searchStatus = (await hasActiveSearch(tx, client.id, persona.id)) ? 'QUEUED' : 'RUNNING';
    await tx
      .update(personas)
      .set({
        ...RESTARTED,
        searchStatus,
        wasStarted: true,
        ...(isAgain ? { revision: sql`${personas.revision} + 1` } : {}),
      })
      .where(personaOf(client.id, key));
    return answer(searchStatus);
  });
};

async function segmentSize(tx: Transaction, segmentId: string): Promise<number> {
  const [row] = await tx.select({ companies: segments.sizeCompanies }).from(segments).where(eq(segments.id, segmentId));
  return row?.companies ?? 0;
}

async function assertAffordable(
  tx: Transaction,
  clientId: string,
  persona: PersonaRow,
  companies: number,
): Promise<void> {
  const needed = maximumCredits(persona, companies);
  const balances = await creditBalances(tx, clientId);
  const types: CreditType[] = persona.searchOptions.checkPhoneNumber ? ['CONTACT', 'PHONE_NUMBER'] : ['CONTACT'];
  for (const creditType of types) {
    const balance = balances[creditType];
    if (balance !== null && balance < needed) {
      throw new AppError('INSUFFICIENT_CREDITS', 'You have insufficient credits to complete this search', {
        creditType,
        balance,
        needed,
      });
    }
  }
}

async function isFinished(tx: Transaction, { id, revision }: PersonaRow, companies: number): Promise<boolean> {
  const isDone = and(eq(personaCompanies.personaId, id), eq(personaCompanies.revision, revision));
  return (await tx.$count(personaCompanies, isDone)) >= companies;
}

async function hasActiveSearch(tx: Transaction, clientId: string, exceptId: string): Promise<boolean> {
  const isOther = and(
    eq(personas.clientId, clientId),
    ne(personas.id, exceptId),
    inArray(personas.searchStatus, ['QUEUED', 'RUNNING']),
  );
  return (await tx.$count(personas, isOther)) > 0;
}
