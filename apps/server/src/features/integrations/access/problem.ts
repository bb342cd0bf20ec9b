import { and, arrayContains, eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { integrations } from '@quarry/postgres/tables/integrations';
import { memberships } from '@quarry/postgres/tables/memberships';
import { users } from '@quarry/postgres/tables/users';
import { enqueueMail } from '#server/platform/mail-job.ts';
import type { Platform } from '#server/platform/scope.ts';

type Deps = Pick<Platform, 'db' | 'config' | 'log' | 'secrets'>;

/**
 * Records why a connector does not work, for its page and the banner, and mails the account's administrators once per
 * connection. Does nothing if the credentials changed since `credentialsRevision`.
 */
export async function reportProblem(
  deps: Deps,
  { clientId, id, credentialsRevision }: { clientId: string; id: string; credentialsRevision: number },
  label: string,
  problem: string,
): Promise<void> {
  await deps.db.asClient(clientId, async (tx) => {
    const [row] = await tx
      .select()
      .from(integrations)
      .where(and(eq(integrations.id, id), eq(integrations.credentialsRevision, credentialsRevision)))
      .for('update');
    if (row === undefined) return;
    const now = new Date();
    await tx
      .update(integrations)
      .set({ problem, problemSince: row.problemSince ?? now, problemMailedAt: row.problemMailedAt ?? now })
      .where(eq(integrations.id, id));
    if (row.problemMailedAt === null) await mailAdministrators(tx, deps, clientId, label, problem);
  });
}

async function mailAdministrators(
  tx: Transaction,
  deps: Deps,
  clientId: string,
  label: string,
  problem: string,
): Promise<void> {
  const people = await tx
    .select({ email: users.email, clientName: clients.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(clients, eq(clients.id, memberships.clientId))
    .where(
      and(
        eq(memberships.clientId, clientId),
        eq(memberships.isPendingAcceptance, false),
        arrayContains(memberships.permissions, ['ADMIN']),
      ),
    );
  for (const { email, clientName } of people) {
    const address = `${deps.config.publicUrl}/app/${clientName}/settings/connectors`;
    await enqueueMail(
      tx,
      deps,
      {
        to: email,
        subject: `${label} is disconnected from ${clientName}`,
        text: `${problem}\n\nUntil then nothing is synced between ${clientName} and ${label}. Open the connectors:\n${address}\n`,
      },
      { clientId },
    );
  }
}
