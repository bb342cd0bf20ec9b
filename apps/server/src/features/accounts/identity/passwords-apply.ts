import { AppError } from '@quarry/contracts';
import type { Config } from '#server/platform/config.ts';

/** Refuses password calls where an outside identity provider holds the passwords. Throws FORBIDDEN. */
export function assertPasswordsApply(config: Config): void {
  if (config.oidc !== null) {
    throw new AppError(
      'FORBIDDEN',
      'Passwords are kept by your identity provider. Please sign in and change them there.',
    );
  }
}
