import { MARKET_NAME_MAX } from '@quarry/contracts';

const SUFFIX = ' (Clone)';

/** The initial name of a clone; a long name is cut before the suffix. */
export function cloneName(name: string): string {
  return name.slice(0, MARKET_NAME_MAX - SUFFIX.length).trimEnd() + SUFFIX;
}
