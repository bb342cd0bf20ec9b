import { createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router';
import { oidcSearch } from '../features/accounts/oidc-search.ts';
import { callbackSearch } from '../features/integrations/callback/connector-callback.ts';
import { appPath } from '../lib/app-path.ts';
import { textOf } from '../lib/search-text.ts';
import { restoreSession } from '../lib/session.ts';
import { root, signedIn } from './parents.ts';

const nextSearch = (search: Record<string, unknown>): { next?: string } => ({ next: textOf(search.next) });
const pathSearch = (search: Record<string, unknown>): { path?: string } => ({ path: textOf(search.path) });
const resetSearch = (search: Record<string, unknown>): { email?: string; code?: string } => ({
  email: textOf(search.email),
  code: textOf(search.code),
});

async function skipWhenSignedIn({ search }: { search: { next?: string } }): Promise<void> {
  if (await restoreSession()) throw redirect({ href: appPath(search.next), replace: true });
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: nextSearch,
  beforeLoad: skipWhenSignedIn,
  component: page(() => import('../features/accounts/LoginPage.tsx')),
});
const loginCallback = createRoute({
  getParentRoute: () => root,
  path: '/login/callback',
  validateSearch: oidcSearch,
  component: page(() => import('../features/accounts/LoginCallbackPage.tsx')),
});
const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: page(() => import('../features/accounts/LogoutPage.tsx')),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: resetSearch,
  component: page(() => import('../features/accounts/ResetPasswordPage.tsx')),
});
const confirmResetPassword = createRoute({
  getParentRoute: () => root,
  path: '/confirm-reset-password',
  validateSearch: resetSearch,
  component: page(() => import('../features/accounts/ConfirmResetPasswordPage.tsx')),
});
const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: '/change-password',
  component: page(() => import('../features/accounts/ChangePasswordPage.tsx')),
});
// The addresses that are registered with the CRMs; none of them names an account.
const sharedRedirects = (['connect', 'hubspot', 'salesforce', 'salesforce-sandbox'] as const).map((name) =>
  createRoute({
    getParentRoute: () => root,
    path: `/connectors/${name}`,
    validateSearch: callbackSearch,
    component: page(() => import('../features/integrations/callback/SharedRedirectPage.tsx')),
  }),
);
const chooser = createRoute({
  getParentRoute: () => signedIn,
  path: '/app',
  validateSearch: pathSearch,
  component: page(() => import('../features/accounts/AccountChooserPage.tsx')),
});

/** Signing in and out, and what needs no session. */
export const signInPages = [
  login,
  loginCallback,
  logout,
  resetPassword,
  confirmResetPassword,
  ...sharedRedirects,
] as const;

/** What a person sees between signing in and opening an account. */
export const personPages = [changePassword, chooser] as const;
