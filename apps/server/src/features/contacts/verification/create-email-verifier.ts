import type { Config } from '#server/platform/config.ts';
import type { EmailVerifier } from '#server/platform/email-verifier.ts';
import { createMailResolver } from './find-mail-servers.ts';
import { createSmtpVerifier } from './smtp-verifier.ts';

/** The verifier that the settings ask for; null if there is none. */
export function createEmailVerifier({ emailVerifier, allowsPrivateTargets }: Config): EmailVerifier | null {
  if (emailVerifier === null) return null;
  return createSmtpVerifier({ ...emailVerifier, allowsPrivateTargets, resolver: createMailResolver() });
}
