import type { AnyRouter } from '@tanstack/react-router';
import { z } from 'zod';

const CHECK_EVERY_MS = 300_000;
const versionFile = z.object({ timestamp: z.number() });

async function isOutdated(): Promise<boolean> {
  const response = await fetch('/version.json', { cache: 'no-store' });
  if (!response.ok) return false;
  const version = versionFile.safeParse(await response.json());
  return version.success && version.data.timestamp > __BUILD_TIMESTAMP__;
}

/**
 * Checks for a newer build every 5 minutes; the next change of page then reloads the app. A page whose code was
 * replaced by a newer build reloads at once.
 */
export function reloadOnNewVersion(router: AnyRouter): void {
  let mustReload = false;
  function check(onOutdated: () => void) {
    isOutdated().then(
      (outdated) => {
        if (outdated) onOutdated();
      },
      (error: unknown) => console.debug('The version could not be checked', error),
    );
  }
  const timer = window.setInterval(() => {
    check(() => {
      mustReload = true;
      window.clearInterval(timer);
    });
  }, CHECK_EVERY_MS);
  window.addEventListener('vite:preloadError', () => check(() => window.location.reload()));
  router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    if (mustReload && pathChanged) window.location.assign(toLocation.href);
  });
}
