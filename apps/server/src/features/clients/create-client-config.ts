import type * as contracts from '@quarry/contracts';
import { AppError, type ClientConfig, clientName } from '@quarry/contracts';
import { insertClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { readConfig } from '#server/features/client-configs/read-config.ts';
import { parseConfig } from '#server/features/client-configs/validate-config.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readSavedConfig } from './saved-config.ts';

/** Creates a client from the default config, or from another client's. Throws VALIDATION_FAILED and NAME_TAKEN. */
export const createClientConfig: Verb<typeof contracts.createClientConfig> = async (
  scope,
  { config: parts, cloneOf },
) =>
  scope.change(async (tx) => {
    const name = clientName.safeParse(parts.clientName);
    if (!name.success) {
      const message = 'Name can only contain alphanumeric characters.';
      throw new AppError('VALIDATION_FAILED', message, {
        problems: [{ instancePath: '/clientName', schemaPath: '#/rules/name', message, params: {} }],
      });
    }
    const from = cloneOf === null ? null : (await readConfig(tx, { name: cloneOf })).config;
    const base = from === null ? defaultConfig(name.data) : clonedParts(from);
    const config = parseConfig({ ...base, ...parts }, from);
    const id = await insertClient(tx, { config }, { name: scope.user.email });
    return {
      result: await readSavedConfig(tx, config.clientName),
      target: config.clientName,
      targetId: id,
      clientId: id,
      after: config,
    };
  });

/** Exclusions belong to the account's people, and a new client is not to be deleted. */
function clonedParts(config: ClientConfig): ClientConfig {
  return { ...config, excludeCompanyIds: [], scheduledForDeletionAt: null };
}
