import type { Config } from '#server/platform/config.ts';
import type { Identity } from '#server/platform/identity.ts';
import { unauthenticated } from './builtin-identity.ts';

/** The demo's users, all with the same password. */
export const DEMO_SIGN_INS = {
  admin: 'admin@demo.quarry.test',
  user: 'user@demo.quarry.test',
  staff: 'staff@quarry.test',
} as const;

const EMAILS: ReadonlySet<string> = new Set(Object.values(DEMO_SIGN_INS));

/** False for the demo's users without the demo: a data folder keeps them, with a password that others may know. */
export function mayHaveAccess(email: string, { demo }: Pick<Config, 'demo'>): boolean {
  return demo.isOn || !EMAILS.has(email);
}

/** Refuses sessions, tokens and API keys of users who may not have access. */
export function withoutDemoUsers(identity: Identity, config: Pick<Config, 'demo'>): Identity {
  return {
    async authenticate(bearerToken, ip) {
      const user = await identity.authenticate(bearerToken, ip);
      if (!mayHaveAccess(user.email, config)) throw unauthenticated();
      return user;
    },
  };
}
