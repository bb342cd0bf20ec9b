import { createApiKey, listApiKeys, revokeApiKey } from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { addApiKey } from './create-api-key.ts';
import { readApiKeys } from './list-api-keys.ts';
import { endApiKey } from './revoke-api-key.ts';

/** Keys with which programs call the API, for an account's administrators. */
export const apiKeyDoors: readonly Door[] = [
  door(listApiKeys, readApiKeys),
  door(createApiKey, addApiKey),
  door(revokeApiKey, endApiKey),
];
