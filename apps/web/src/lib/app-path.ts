/**
 * A path of this app that is safe to go to after signing in, else `/app`. Anything that a browser could take for
 * another site (`//host`, `/\host`, a scheme, control characters) and the sign-in pages themselves are refused.
 */
export function appPath(value: string | undefined): string {
  if (value === undefined || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(value)) return '/app';
  const url = new URL(value, window.location.origin);
  if (url.origin !== window.location.origin) return '/app';
  if (/^\/(login|logout|reset-password|confirm-reset-password)(\/|$)/.test(url.pathname)) return '/app';
  return `${url.pathname}${url.search}${url.hash}`;
}
