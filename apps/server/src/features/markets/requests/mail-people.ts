import { and, arrayContains, eq, exists, or, type Transaction } from '@quarry/postgres';
import { memberships } from '@quarry/postgres/tables/memberships';
import { users } from '@quarry/postgres/tables/users';
import { enqueueMail } from '#server/platform/mail-job.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { type RequestNews, requestMail } from './request-mail.ts';

type News = Pick<RequestNews, 'outcome' | 'isLive'> & {
  readonly market: { readonly id: string; readonly name: string };
  readonly requestedBy: string | null;
  readonly note?: string;
};

/** Mails news of a request to its requester and to everyone who may approve it, except to the person who acted. */
export async function mailPeople(
  tx: Transaction,
  scope: Pick<ClientScope, 'client' | 'config' | 'log' | 'secrets' | 'user'>,
  { market, requestedBy, ...news }: News,
): Promise<void> {
  const { client, config, user } = scope;
  const mayApprove = arrayContains(users.staffPermissions, ['VIEW_ANY_ACCOUNT']);
  const isMember = exists(
    tx
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.userId, users.id), eq(memberships.clientId, client.id))),
  );
  // A requester who has left the account since has no more part in it.
  const isRequester = requestedBy === null ? undefined : and(eq(users.email, requestedBy), isMember);
  const people = await tx.select({ email: users.email }).from(users).where(or(mayApprove, isRequester));
  for (const { email } of people) {
    if (email === user.email) continue;
    const mail = requestMail({
      ...news,
      to: email,
      isRequester: email === requestedBy,
      by: user.email,
      requestedBy,
      market,
      clientName: client.name,
      publicUrl: config.publicUrl,
    });
    await enqueueMail(tx, scope, mail, { clientId: client.id });
  }
}
