import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { STAFF_PERMISSIONS, USER_PERMISSIONS } from './permissions.ts';

const email = z.string().trim().toLowerCase().min(1, 'Email is required').max(320);
const secret = z.string().min(1).max(1024);

/** An account that a person may open. */
export const userClient = z.object({
  clientName: z.string(),
  /** The highest of their roles in it; staff see accounts without being members. */
  role: z.enum(['ADMIN', 'USER', 'STAFF']),
  /** Companies in its dataset; null before the first build. */
  companiesCnt: z.number().nullable(),
});
export type UserClient = z.infer<typeof userClient>;

/** A signed-in person. `userPermissions` holds in all their accounts; each account adds its own. */
export const user = z.object({
  userId: z.string(),
  id: z.string(),
  email: z.string(),
  clients: z.array(userClient),
  staffPermissions: z.array(z.enum(STAFF_PERMISSIONS)),
  userPermissions: z.array(z.enum(USER_PERMISSIONS)),
  isPendingAcceptance: z.boolean(),
});
export type User = z.infer<typeof user>;

/** A completed sign-in. `expiresAt` is the identity token's, in ISO 8601. */
export const signedIn = z.object({
  step: z.literal('DONE'),
  userId: z.string(),
  idToken: z.string(),
  expiresAt: z.string(),
  sessionId: z.string(),
});
export type SignedIn = z.infer<typeof signedIn>;

const done = z.object({ ok: z.literal(true) });

/** The identity provider of this installation, which decides if password screens apply. */
export const getAuthConfig = endpoint({
  method: 'GET',
  path: '/auth/config',
  summary: 'The identity provider of this installation',
  access: { kind: 'public' },
  audit: false,
  output: z.object({ provider: z.enum(['builtin', 'oidc']), authorizeUrl: z.string().nullable() }),
});

/** Signs in with email and password: 401 INVALID_CREDENTIALS if wrong, 429 after too many attempts. */
export const signIn = endpoint({
  method: 'POST',
  path: '/auth/sign-in',
  summary: 'Sign in with email and password',
  access: { kind: 'public' },
  audit: false,
  body: z.object({ email, password: secret }),
  output: z.discriminatedUnion('step', [
    signedIn,
    z.object({ step: z.literal('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED'), challenge: z.string() }),
    z.object({ step: z.literal('RESET_PASSWORD') }),
  ]),
});

/** Sets the first password after a sign-in with a temporary one. */
export const confirmNewPassword = endpoint({
  method: 'POST',
  path: '/auth/confirm-new-password',
  summary: 'Set the first password',
  access: { kind: 'public' },
  audit: false,
  body: z.object({ challenge: secret, newPassword: secret }),
  output: signedIn,
});

/** Completes the sign-in at an external provider: exchanges its redirect code for a session. */
export const exchangeOidcCode = endpoint({
  method: 'POST',
  path: '/auth/oidc/exchange',
  summary: 'Exchange an OIDC authorization code for a session',
  access: { kind: 'public' },
  audit: false,
  body: z.object({ code: secret, state: secret }),
  output: signedIn.extend({ next: z.string() }),
});

/** Returns a new identity token for the refresh cookie; 401 if the session has ended. */
export const refreshSession = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Renew the identity token',
  access: { kind: 'public' },
  audit: false,
  output: signedIn,
});

/** Ends the session; its tokens stop working at once. */
export const signOut = endpoint({
  method: 'POST',
  path: '/auth/sign-out',
  summary: 'End the session',
  access: { kind: 'public' },
  audit: false,
  output: done,
});

/** Mails a reset code. The response is the same for known and unknown addresses. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Mail a password reset code',
  access: { kind: 'public' },
  audit: false,
  body: z.object({ email }),
  output: done,
});

/** Sets a new password with the mailed code and signs in. */
export const confirmResetPassword = endpoint({
  method: 'POST',
  path: '/auth/confirm-reset-password',
  summary: 'Set a new password with the mailed code',
  access: { kind: 'public' },
  audit: false,
  body: z.object({ email, code: z.string().trim().min(1).max(64), newPassword: secret }),
  output: signedIn,
});

/** Changes the password and ends the person's other sessions. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Change the password',
  access: { kind: 'user' },
  audit: 'user.password-changed',
  body: z.object({ currentPassword: secret, newPassword: secret }),
  output: done,
});

/** The signed-in person with the accounts they may open. */
export const getUser = endpoint({
  method: 'GET',
  path: '/auth/user',
  summary: 'The signed-in person',
  access: { kind: 'user' },
  audit: false,
  output: z.object({ user }),
});
