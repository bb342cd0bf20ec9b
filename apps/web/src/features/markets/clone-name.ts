import { MARKET_NAME_MAX } from '@quarry/contracts';

const SUFFIX = ' (Clone)';

/** The name with which the clone of a market starts; a long name loses its end rather than the mark of the clone. */
export function cloneName(name: string): string {
  return name.slice(0, MARKET_NAME_MAX - SUFFIX.length).trimEnd() + SUFFIX;
}
