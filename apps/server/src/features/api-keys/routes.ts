import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { createApiKey } from './create-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';

/** API keys, managed by an account's administrators. */
export const apiKeyDoors: readonly Door[] = [
  door(contracts.listApiKeys, listApiKeys),
  door(contracts.createApiKey, createApiKey),
  door(contracts.revokeApiKey, revokeApiKey),
];
