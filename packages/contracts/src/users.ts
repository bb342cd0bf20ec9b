import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { USER_PERMISSIONS } from './permissions.ts';

// Only administrators themselves decide who has access, never an API key that they created.
const access = { kind: 'client', permission: 'ADMIN', apiKeys: false } as const;
const userId = z.string().min(1).max(100);

/** The email address to invite, trimmed and in lower case. */
export const inviteEmail = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254, 'An email address has at most 254 characters')
  .pipe(z.email('Please enter a valid email address'));

/** USER is implied. */
const userPermissions = z.array(z.enum(USER_PERMISSIONS)).max(USER_PERMISSIONS.length);

/** A member of an account, as its administrators see them. */
export const accountUser = z.object({
  userId: z.string(),
  email: z.string(),
  userPermissions: z.array(z.enum(USER_PERMISSIONS)),
  /** True until they first open the account. */
  isPendingAcceptance: z.boolean(),
  /** Null until they first open the account. */
  lastSignedInAt: z.string().nullable(),
});
export type AccountUser = z.infer<typeof accountUser>;

/** The account's members by email address, without staff. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/app/users',
  summary: 'The users of the account',
  access,
  audit: false,
  output: z.object({ users: z.array(accountUser) }),
});

/**
 * Invites someone by email, with a one-time password if they are new. Members and people already invited are
 * 409 USER_EXISTS.
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

/** Mails the invitation again to a member who has not opened the account yet, with a new one-time password if they have none of their own. */
export const resendInvitation = endpoint({
  method: 'POST',
  path: '/app/users/:userId/invitation',
  summary: 'Send the invitation of a user again',
  access,
  audit: 'user.invitation-sent-again',
  params: z.object({ userId }),
  output: z.object({ ok: z.literal(true) }),
});

/** Sets a member's permissions; USER always stays. People cannot modify themselves. */
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

/** Removes a member and ends their API keys; what they created stays. People cannot remove themselves. */
export const removeUser = endpoint({
  method: 'DELETE',
  path: '/app/users/:userId',
  summary: 'Remove a user from the account',
  access,
  audit: 'user.removed',
  params: z.object({ userId }),
  output: z.object({ ok: z.literal(true) }),
});
