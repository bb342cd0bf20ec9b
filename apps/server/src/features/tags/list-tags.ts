import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { readTags, toTag } from './tag.ts';

/** Lists the account's tags by name. */
export const listTags: Verb<typeof contracts.listTags> = async (scope) => {
  const rows = await scope.read((tx) => readTags(tx, scope.client.id));
  return { talkTracks: rows.map(toTag) };
};
