/** Whose memory a cache belongs to. */
export interface CacheOwner {
  /** An object that each platform has its own of. */
  readonly caches: object;
}

/**
 * Declares something to keep in memory, made at the first use. Each platform has its own, so that two in one process
 * share nothing, and what was kept goes with its platform.
 */
export function defineCache<T extends object>(create: () => T): (owner: CacheOwner) => T {
  const all = new WeakMap<object, T>();
  return ({ caches }) => {
    const own = all.get(caches) ?? create();
    all.set(caches, own);
    return own;
  };
}
