import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as page,
  redirect,
} from '@tanstack/react-router';
import { oidcSearch } from './features/accounts/oidc-search.ts';
import { auditTrailSearch } from './features/audit-trail/audit-trail-search.ts';
import { creditsSearch } from './features/credits/credits-search.ts';
import { directorySearch } from './features/data-directory/directory-search.ts';
import { cloneSearch } from './features/markets/clone-search.ts';
import { segmentViewSearch } from './features/segments/view/segment-view-search.ts';
import { appPath } from './lib/app-path.ts';
import { clientQuery, userQuery } from './lib/client-context.tsx';
import { listSearch, pageOf, searchOf } from './lib/list-search.ts';
import { queryClient } from './lib/query-client.ts';
import { parseSearchText, stringifySearchText } from './lib/search-text.ts';
import { restoreSession } from './lib/session.ts';
import { LoadingState } from './ui/LoadingState.tsx';
import { RouteError } from './ui/RouteError.tsx';

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const nextSearch = (search: Record<string, unknown>): { next?: string } => ({ next: text(search.next) });
const pathSearch = (search: Record<string, unknown>): { path?: string } => ({ path: text(search.path) });
const resetSearch = (search: Record<string, unknown>): { email?: string; code?: string } => ({
  email: text(search.email),
  code: text(search.code),
});

async function requireSession({ location }: { location: { href: string } }): Promise<void> {
  if (await restoreSession()) return;
  const next = appPath(location.href);
  throw redirect({ to: '/login', search: next === '/app' ? {} : { next }, replace: true });
}

async function skipWhenSignedIn({ search }: { search: { next?: string } }): Promise<void> {
  if (await restoreSession()) throw redirect({ href: appPath(search.next), replace: true });
}

async function requireStaff(): Promise<void> {
  const user = await queryClient.ensureQueryData(userQuery);
  if (!user.staffPermissions.includes('VIEW_ANY_ACCOUNT')) throw redirect({ to: '/app', replace: true });
}

// Every account page needs these, so they load in parallel with the page's code.
function prefetchAccount({ params }: { params: { clientName: string } }): void {
  void queryClient.prefetchQuery(clientQuery(params.clientName));
  void queryClient.prefetchQuery(userQuery);
}

const root = createRootRoute({ errorComponent: RouteError });
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

// Sign-in
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: nextSearch,
  beforeLoad: skipWhenSignedIn,
  component: page(() => import('./features/accounts/LoginPage.tsx')),
});
const loginCallback = createRoute({
  getParentRoute: () => root,
  path: '/login/callback',
  validateSearch: oidcSearch,
  component: page(() => import('./features/accounts/LoginCallbackPage.tsx')),
});
const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: page(() => import('./features/accounts/LogoutPage.tsx')),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: resetSearch,
  component: page(() => import('./features/accounts/ResetPasswordPage.tsx')),
});
const confirmResetPassword = createRoute({
  getParentRoute: () => root,
  path: '/confirm-reset-password',
  validateSearch: resetSearch,
  component: page(() => import('./features/accounts/ConfirmResetPasswordPage.tsx')),
});

// Signed in
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireSession });
const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: '/change-password',
  component: page(() => import('./features/accounts/ChangePasswordPage.tsx')),
});
const chooser = createRoute({
  getParentRoute: () => signedIn,
  path: '/app',
  validateSearch: pathSearch,
  component: page(() => import('./features/accounts/AccountChooserPage.tsx')),
});

// Staff
const system = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/system',
  beforeLoad: requireStaff,
  component: page(() => import('./features/system/SystemPage.tsx')),
});

const marketRequests = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/market-requests',
  validateSearch: pageOf,
  beforeLoad: requireStaff,
  component: page(() => import('./features/markets/MarketRequestsPage.tsx')),
});

// An account's pages
const client = createRoute({
  getParentRoute: () => signedIn,
  path: '/app/$clientName',
  loader: prefetchAccount,
  component: page(() => import('./features/frame/ClientFrame.tsx')),
});
const companies = createRoute({
  getParentRoute: () => client,
  path: '/',
  validateSearch: (search: Record<string, unknown>): { view?: string } => ({ view: text(search.view) }),
  component: page(() => import('./features/companies/CompaniesPage.tsx')),
});
const markets = createRoute({
  getParentRoute: () => client,
  path: '/markets',
  validateSearch: listSearch,
  component: page(() => import('./features/markets/MarketsPage.tsx')),
});
const marketEditor = createRoute({
  getParentRoute: () => client,
  path: '/markets/explore/$marketId',
  validateSearch: cloneSearch,
  component: page(() => import('./features/markets/MarketEditorPage.tsx')),
});
const segments = createRoute({
  getParentRoute: () => client,
  path: '/segments',
  validateSearch: listSearch,
  component: page(() => import('./features/segments/SegmentsPage.tsx')),
});
const segmentEditor = createRoute({
  getParentRoute: () => client,
  path: '/segments/edit/$segmentId',
  validateSearch: (search: Record<string, unknown>): { market?: string } => ({ market: text(search.market) }),
  component: page(() => import('./features/segments/editor/SegmentEditorPage.tsx')),
});
const segmentView = createRoute({
  getParentRoute: () => client,
  path: '/segments/view/$segmentId',
  validateSearch: segmentViewSearch,
  component: page(() => import('./features/segments/view/SegmentViewPage.tsx')),
});
const exports = createRoute({
  getParentRoute: () => client,
  path: '/exports',
  validateSearch: pageOf,
  component: page(() => import('./features/exports/ExportsPage.tsx')),
});
const oneExport = createRoute({
  getParentRoute: () => client,
  path: '/exports/$exportId',
  component: page(() => import('./features/exports/ExportPage.tsx')),
});
const tags = createRoute({
  getParentRoute: () => client,
  path: '/tags',
  validateSearch: searchOf,
  component: page(() => import('./features/tags/TagsPage.tsx')),
});
// Tags are also known as talk tracks.
const talkTracks = createRoute({
  getParentRoute: () => client,
  path: '/talk-tracks',
  validateSearch: searchOf,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/app/$clientName/tags', params, search, replace: true });
  },
});
const dataDirectory = createRoute({
  getParentRoute: () => client,
  path: '/data-directory',
  validateSearch: directorySearch,
  component: page(() => import('./features/data-directory/DataDirectoryPage.tsx')),
});
const credits = createRoute({
  getParentRoute: () => client,
  path: '/credits',
  validateSearch: creditsSearch,
  component: page(() => import('./features/credits/CreditsPage.tsx')),
});
const doNotContact = createRoute({
  getParentRoute: () => client,
  path: '/do-not-contact',
  validateSearch: listSearch,
  component: page(() => import('./features/contacts/DoNotContactPage.tsx')),
});
const users = createRoute({
  getParentRoute: () => client,
  path: '/settings/users',
  validateSearch: searchOf,
  component: page(() => import('./features/users/UsersPage.tsx')),
});
const auditTrail = createRoute({
  getParentRoute: () => client,
  path: '/settings/audit-trail',
  validateSearch: auditTrailSearch,
  component: page(() => import('./features/audit-trail/AuditTrailPage.tsx')),
});
const apiKeys = createRoute({
  getParentRoute: () => client,
  path: '/settings/api-keys',
  component: page(() => import('./features/api-keys/ApiKeysPage.tsx')),
});
const test = createRoute({
  getParentRoute: () => client,
  path: '/test',
  component: page(() => import('./features/system/TestPage.tsx')),
});
const unknownInClient = createRoute({
  getParentRoute: () => client,
  path: '$',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/$clientName', params: { clientName: params.clientName }, replace: true });
  },
});

const routeTree = root.addChildren([
  start,
  unknown,
  login,
  loginCallback,
  logout,
  resetPassword,
  confirmResetPassword,
  signedIn.addChildren([
    changePassword,
    chooser,
    system,
    marketRequests,
    client.addChildren([
      companies,
      markets,
      marketEditor,
      segments,
      segmentEditor,
      segmentView,
      tags,
      talkTracks,
      exports,
      oneExport,
      dataDirectory,
      credits,
      doNotContact,
      users,
      auditTrail,
      apiKeys,
      test,
      unknownInClient,
    ]),
  ]),
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
