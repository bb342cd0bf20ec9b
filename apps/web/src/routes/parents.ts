import { createRootRoute, createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router';
import { appPath } from '../lib/app-path.ts';
import { clientQuery, userQuery } from '../lib/client-context.tsx';
import { queryClient } from '../lib/query-client.ts';
import { restoreSession } from '../lib/session.ts';
import { RouteError } from '../ui/RouteError.tsx';

async function requireSession({ location }: { location: { href: string } }): Promise<void> {
  if (await restoreSession()) return;
  const next = appPath(location.href);
  throw redirect({ to: '/login', search: next === '/app' ? {} : { next }, replace: true });
}

// Every account page needs these, so they load in parallel with the page's code.
function prefetchAccount({ params }: { params: { clientName: string } }): void {
  void queryClient.prefetchQuery(clientQuery(params.clientName));
  void queryClient.prefetchQuery(userQuery);
}

export const root = createRootRoute({ errorComponent: RouteError });

/** The parent of all pages for which one signs in. */
export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireSession });

/** The parent of an account's pages. */
export const client = createRoute({
  getParentRoute: () => signedIn,
  path: '/app/$clientName',
  loader: prefetchAccount,
  component: page(() => import('../features/frame/ClientFrame.tsx')),
});
