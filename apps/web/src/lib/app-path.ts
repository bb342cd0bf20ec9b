/**
 * `value` if it is a safe redirect target in this app, else `/app`. Refuses the sign-in pages and anything that a
 * browser could read as another site: `//host`, `/\host`, a scheme, control characters.
 */
export function appPath(value: string | undefined): string {
  if (value === undefined || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(value)) return '/app';
  const url = new URL(value, window.location.origin);
  if (url.origin !== window.location.origin) return '/app';
  if (/^\/(login|logout|reset-password|confirm-reset-password)(\/|$)/.test(url.pathname)) return '/app';
  return `${url.pathname}${url.search}${url.hash}`;
}
