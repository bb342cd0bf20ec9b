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

/** Looks for a newer build every 5 minutes; once there is one, the next change of page reloads the app. */
export function reloadOnNewVersion(router: AnyRouter): void {
  let mustReload = false;
  const timer = window.setInterval(() => {
    isOutdated().then(
      (answer) => {
        mustReload = answer;
        if (answer) window.clearInterval(timer);
      },
      (error: unknown) => console.debug('The version could not be checked', error),
    );
  }, CHECK_EVERY_MS);
  router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    if (mustReload && pathChanged) window.location.assign(toLocation.href);
  });
}
