import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { USER_PERMISSIONS } from './permissions.ts';

// Who may enter the account is for its administrators to say, never for a key that they once made.
const access = { kind: 'client', permission: 'ADMIN', apiKeys: false } as const;
const userId = z.string().min(1).max(100);

/** The e-mail address of somebody to invite, trimmed and in lower case. */
export const inviteEmail = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254, 'An email address has at most 254 characters')
  .pipe(z.email('Please enter a valid email address'));

/** What a member may do; USER is implied. */
const userPermissions = z.array(z.enum(USER_PERMISSIONS)).max(USER_PERMISSIONS.length);

/** A member of an account, as its administrators see them. */
export const accountUser = z.object({
  userId: z.string(),
  email: z.string(),
  userPermissions: z.array(z.enum(USER_PERMISSIONS)),
  /** True until they have opened the account for the first time. */
  isPendingAcceptance: z.boolean(),
});
/** A member of an account, as its administrators see them. */
export type AccountUser = z.infer<typeof accountUser>;

/** The members of the account by e-mail address; staff are none of them. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/app/users',
  summary: 'The users of the account',
  access,
  audit: false,
  output: z.object({ users: z.array(accountUser) }),
});

/**
 * Invites somebody and mails them: a one-time password if they are new, a notice otherwise. Members, invited ones too,
 * are 409 USER_EXISTS.
 */
export const inviteUser = endpoint({
  method: 'POST',
  path: '/app/users',
  summary: 'Invite a user',
  access,
  audit: 'user.invited',
  body: z.object({ email: inviteEmail, userPermissions }),
  output: z.object({ user: accountUser }),
});

/** Says what a member may do; USER is kept in any case. Nobody changes themselves. */
export const modifyUser = endpoint({
  method: 'POST',
  path: '/app/users/:userId',
  summary: 'Modify the permissions of a user',
  access,
  audit: 'user.permissions-changed',
  params: z.object({ userId }),
  body: z.object({ userPermissions }),
  output: z.object({ user: accountUser }),
});

/** Takes a member out of the account; what they made stays, their API keys end. Nobody removes themselves. */
export const removeUser = endpoint({
  method: 'DELETE',
  path: '/app/users/:userId',
  summary: 'Remove a user from the account',
  access,
  audit: 'user.removed',
  params: z.object({ userId }),
  output: z.object({ ok: z.literal(true) }),
});
