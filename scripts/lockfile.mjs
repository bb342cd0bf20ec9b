// Packages without a checksum in the lockfile, which npm installs without verifying them.

const isFromRegistry = (where, entry) => where.includes('node_modules/') && !entry.link;

/**
 * Lists the paths of all such packages.
 * @returns {string[]}
 */
export function unverified(lock) {
  return Object.entries(lock.packages)
    .filter(([where, entry]) => isFromRegistry(where, entry) && entry.integrity === undefined)
    .map(([where]) => where);
}

const here = {
  os: process.platform,
  cpu: process.arch,
  libc: process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc',
};

/**
 * Lists those that npm installs on a platform, by default this one.
 * @param {{ packages: Record<string, object> }} lock
 * @param {{ os: string, cpu: string, libc: string }} platform
 * @returns {string[]}
 */
export function unverifiedOn(lock, platform = here) {
  const isFor = (entry, key) => entry[key] === undefined || entry[key].includes(platform[key]);
  return unverified(lock).filter((where) => ['os', 'cpu', 'libc'].every((key) => isFor(lock.packages[where], key)));
}
