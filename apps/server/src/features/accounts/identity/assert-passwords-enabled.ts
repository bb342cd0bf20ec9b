import { AppError } from '@quarry/contracts';
import type { Config } from '#server/platform/config.ts';

/** Throws FORBIDDEN if an external identity provider manages passwords. */
export function assertPasswordsEnabled(config: Config): void {
  if (config.oidc !== null) {
    throw new AppError(
      'FORBIDDEN',
      'Your identity provider manages your password. Please sign in and change it there.',
    );
  }
}
