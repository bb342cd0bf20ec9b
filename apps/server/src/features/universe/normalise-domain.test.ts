import { describe, expect, it } from 'vitest';
import { normaliseDomain } from './normalise-domain.ts';

describe('normaliseDomain', () => {
  it.each([
    ['acme.com', 'acme.com', 'acme.com'],
    ['  ACME.Com.  ', 'acme.com', 'acme.com'],
    ['https://user:pw@www.Acme.co.uk:8443/a/b?c=d#e', 'acme.co.uk', 'acme.co.uk'],
    ['http://shop.acme.com/', 'shop.acme.com', 'acme.com'],
    ['//acme.com/path', 'acme.com', 'acme.com'],
    ['http:\\\\acme.com\\path', 'acme.com', 'acme.com'],
    ['joe@acme.com', 'acme.com', 'acme.com'],
    ['mailto:joe@acme.com', 'acme.com', 'acme.com'],
    ['acme.com?x=http://b.com/@c', 'acme.com', 'acme.com'],
    ['Müller.de', 'xn--mller-kva.de', 'xn--mller-kva.de'],
    ['www.münchen.example', 'xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['食狮.中国', 'xn--85x722f.xn--fiqs8s', 'xn--85x722f.xn--fiqs8s'],
    ['acme。com', 'acme.com', 'acme.com'],
    ['a.github.io', 'a.github.io', 'a.github.io'],
    ['x.a.github.io', 'x.a.github.io', 'a.github.io'],
    ['github.io', 'github.io', 'github.io'],
    ['www.de', 'www.de', 'www.de'],
    ['www.acme.test', 'acme.test', 'acme.test'],
    ['eu.brightforge.example', 'eu.brightforge.example', 'brightforge.example'],
    ['wwwacme.com', 'wwwacme.com', 'wwwacme.com'],
  ])('reads %s', (input, host, root) => {
    expect(normaliseDomain(input)).toEqual({ host, root });
  });

  it.each([
    '',
    ' ',
    'acme',
    'com',
    'co.uk',
    'example',
    'localhost',
    'acme.nosuchsuffix',
    '127.0.0.1',
    'http://[::1]/',
    'acme .com',
    'ac me.com',
    '.acme.com',
    'acme..com',
    '-acme.com',
    'acme.com%2fevil',
    'a\0b.com',
    `${'a'.repeat(64)}.com`,
    'https://',
    '@',
    `${'x'.repeat(3000)}.com`,
  ])('refuses %j', (input) => {
    expect(normaliseDomain(input)).toBeNull();
  });

  it('is idempotent', () => {
    for (const input of ['https://www.Müller.co.uk/x', 'shop.acme.com', 'www.de', 'a.b.github.io']) {
      const once = normaliseDomain(input);
      expect(once).not.toBeNull();
      expect(normaliseDomain(once?.host ?? '')).toEqual(once);
    }
  });
});
