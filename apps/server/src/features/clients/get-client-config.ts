import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { readSavedConfig } from './saved-config.ts';

/** Reads a client's config. Throws NOT_FOUND. */
export const getClientConfig: Verb<typeof contracts.getClientConfig> = async (scope, { name }) =>
  scope.read((tx) => readSavedConfig(tx, name));
