import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { parseSearchText, stringifySearchText } from './lib/search-text.ts';
import { accountPages } from './routes/account.ts';
import { adminPages } from './routes/admin.ts';
import { client, root, signedIn } from './routes/parents.ts';
import { settingsPages } from './routes/settings.ts';
import { personPages, signInPages } from './routes/sign-in.ts';
import { LoadingState } from './ui/LoadingState.tsx';
import { RouteError } from './ui/RouteError.tsx';

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app', replace: true });
  },
});
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/app', replace: true });
  },
});

const routeTree = root.addChildren([
  start,
  unknown,
  ...signInPages,
  signedIn.addChildren([...personPages, adminPages, client.addChildren([...accountPages, ...settingsPages])]),
]);

/** All pages of the app; each loads when it is opened. */
export const router = createRouter({
  routeTree,
  // Values stay text, because codes and names may look like numbers.
  parseSearch: parseSearchText,
  stringifySearch: stringifySearchText,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: RouteError,
  defaultPendingComponent: () => <LoadingState label="Loading" height="100%" />,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  defaultHashScrollIntoView: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The account that denied access, so that the chooser doesn't redirect straight back to it. */
    refusedClient?: string;
    /** Set after signing out. */
    hasSignedOut?: boolean;
    /** Signing in requires a password reset first. */
    isResetDue?: boolean;
  }
}
