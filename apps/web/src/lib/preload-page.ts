import type { AnyRouter } from '@tanstack/react-router';

/** Loads the code of the page in the address while the session is being restored. */
export function preloadPage(router: AnyRouter): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const component = router.routesById[routeId]?.options.component;
    component?.preload?.()?.catch((error: unknown) => console.debug('A page could not be preloaded', error));
  }
}
