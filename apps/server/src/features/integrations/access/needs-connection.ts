import { AppError } from '@quarry/contracts';

/** Thrown when a connector cannot be used until an administrator connects it again. */
export class NeedsConnection extends AppError {
  constructor(message: string, context: Record<string, unknown> = {}) {
    super('INTEGRATION_INCORRECTLY_CONFIGURED', message, context);
  }
}

/** Thrown when the account that work began with was disconnected or replaced, which also cancels the connector's jobs. */
export class ConnectionEnded extends NeedsConnection {
  constructor(integrationId: string) {
    super('The connected account was disconnected or replaced.', { integrationId });
  }
}
