import type { StoredIntegration } from './integration.ts';

/** A connector as the audit trail keeps it: no credentials, not even masked. */
export const auditValues = ({
  settings,
  isSalesforceSandbox,
  externalAccount,
  encryptedCredentials,
}: StoredIntegration) => ({
  ...settings,
  isSalesforceSandbox,
  account: externalAccount?.name ?? null,
  hasCredentials: encryptedCredentials !== null,
});
