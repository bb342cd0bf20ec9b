const ORIGIN = 'https://app.invalid';

/** A path that no browser reads as another site: not `//host`, `/\host`, a scheme or control characters. */
const isPath = (value: string): boolean => /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(value);

/** `value` if it is a safe redirect target in this app, else `/app`. Refuses the sign-in pages and other sites. */
export function appPath(value: string | undefined): string {
  if (value === undefined || !isPath(value)) return '/app';
  const { origin, pathname, search, hash } = new URL(value, ORIGIN);
  if (origin !== ORIGIN) return '/app';
  if (/^\/(login|logout|reset-password|confirm-reset-password)(\/|$)/.test(pathname)) return '/app';
  const path = `${pathname}${search}${hash}`;
  // Resolving dots can uncover another site: `/.//host` becomes `//host`.
  return isPath(path) ? path : '/app';
}
