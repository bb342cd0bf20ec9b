export interface CacheOwner {
  /** A different object for each platform. */
  readonly caches: object;
}

/**
 * Declares a cache, created at first use. Each platform has its own, so two in one process share nothing, and a cache is
 * freed with its platform.
 */
export function defineCache<T extends object>(create: () => T): (owner: CacheOwner) => T {
  const instances = new WeakMap<object, T>();
  return ({ caches }) => {
    const instance = instances.get(caches) ?? create();
    instances.set(caches, instance);
    return instance;
  };
}
