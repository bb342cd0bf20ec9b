import { STAFF_PERMISSIONS, type UserPermission } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { memberships } from '@quarry/postgres/tables/memberships';
import { users } from '@quarry/postgres/tables/users';
import { z } from 'zod';
import { createUser } from '#server/features/accounts/create-user.ts';
import { revokeSessionsOf } from '#server/features/accounts/identity/sessions.ts';
import { setPassword } from '#server/features/accounts/identity/set-password.ts';
import { generateOneTimePassword, ONE_TIME_PASSWORD_DAYS } from '#server/features/accounts/one-time-password.ts';
import { migrations } from '#server/migrations.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import { CommandError, runCommand } from './run-command.ts';

const USAGE = `Usage:
  npm run users -- create <email> [--client <name> [--admin]] [--staff]
  npm run users -- reset <email>
Both print a one-time password, which must be changed at the first sign-in. A reset ends the user's sessions.
The server must not be running on the same data folder.`;

interface NewUser {
  readonly email: string;
  readonly client: string | null;
  readonly permissions: UserPermission[];
  readonly isStaff: boolean;
}

function readArguments(args: readonly string[]): NewUser {
  const [verb, email, ...rest] = args;
  if (verb !== 'create' || !z.email().safeParse(email).success || email === undefined) throw new CommandError(USAGE);
  const at = rest.indexOf('--client');
  const client = at === -1 ? null : (rest[at + 1] ?? null);
  const known = new Set(['--client', '--admin', '--staff', client]);
  const unknown = rest.find((arg) => !known.has(arg));
  if (unknown !== undefined || (at !== -1 && client === null)) throw new CommandError(USAGE);
  return {
    email: email.toLowerCase(),
    client,
    permissions: rest.includes('--admin') ? ['USER', 'ADMIN'] : ['USER'],
    isStaff: rest.includes('--staff'),
  };
}

async function create(tx: Transaction, newUser: NewUser, passwordHash: string, expiresAt: Date): Promise<void> {
  const userId = await createUser(tx, {
    email: newUser.email,
    passwordHash,
    temporaryPasswordExpiresAt: expiresAt,
    staffPermissions: newUser.isStaff ? STAFF_PERMISSIONS : [],
  });
  let clientId: string | null = null;
  if (newUser.client !== null) {
    const [client] = await tx.select({ id: clients.id }).from(clients).where(eq(clients.name, newUser.client));
    if (client === undefined) throw new CommandError(`There is no client ${newUser.client}.`);
    clientId = client.id;
    await tx
      .insert(memberships)
      .values({ clientId, userId, permissions: newUser.permissions, isPendingAcceptance: true });
  }
  await recordAudit(tx, {
    clientId,
    actorUserId: null,
    actor: 'command line',
    action: 'user.created',
    target: newUser.email,
    before: null,
    after: { client: newUser.client, permissions: newUser.permissions, isStaff: newUser.isStaff },
    requestId: null,
  });
}

async function reset(tx: Transaction, email: string, passwordHash: string, expiresAt: Date): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (user === undefined) throw new CommandError(`There is no user ${email}.`);
  await setPassword(tx, user.id, passwordHash);
  await tx
    .update(users)
    .set({ mustChangePassword: true, temporaryPasswordExpiresAt: expiresAt })
    .where(eq(users.id, user.id));
  await revokeSessionsOf(tx, user.id);
  await recordAudit(tx, {
    clientId: null,
    actorUserId: null,
    actor: 'command line',
    action: 'user.password-reset',
    target: email,
    before: null,
    after: null,
    requestId: null,
  });
}

/** What to do with the one-time password, and the sentence that announces it. */
function readCommand(args: readonly string[]) {
  const [verb, email, ...rest] = args;
  if (verb === 'reset' && email !== undefined && rest.length === 0) {
    const known = email.toLowerCase();
    return {
      done: `The password of ${known} was reset.`,
      run: (tx: Transaction, passwordHash: string, expiresAt: Date) => reset(tx, known, passwordHash, expiresAt),
    };
  }
  const newUser = readArguments(args);
  return {
    done: `User ${newUser.email} created.`,
    run: (tx: Transaction, passwordHash: string, expiresAt: Date) => create(tx, newUser, passwordHash, expiresAt),
  };
}

runCommand(async (config, args) => {
  const { done, run } = readCommand(args);
  const { platform, close } = await openPlatform(
    { ...config, role: 'api', logLevel: 'warn' },
    { migrations, jobs: [] },
  );
  try {
    const { password, passwordHash, expiresAt } = await generateOneTimePassword();
    await platform.db.asSystem((tx) => run(tx, passwordHash, expiresAt));
    process.stdout.write(`${done} One-time password, valid for ${ONE_TIME_PASSWORD_DAYS} days: ${password}\n`);
  } finally {
    await close();
  }
});
