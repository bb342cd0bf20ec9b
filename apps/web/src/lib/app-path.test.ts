import { expect, it } from 'vitest';
import { appPath } from './app-path.ts';

it('keeps pages of this app', () => {
  for (const path of ['/app', '/app/acme?search=a#top', '/app/acme/exports/1', '/app/a%2Fb', '/app/a%5Cb']) {
    expect(appPath(path)).toBe(path);
  }
});

it('refuses other sites, in whatever form they come, and the sign-in pages', () => {
  const refused = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/x/%2E%2e//evil.example',
    '/\t/evil.example',
    '/\u0000',
    'app',
    '',
    '/login',
    '/x/../login',
    '/logout?next=/app',
    undefined,
  ];
  for (const path of refused) expect(appPath(path), path).toBe('/app');
});
