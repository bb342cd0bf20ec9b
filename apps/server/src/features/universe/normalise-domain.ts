import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

/** A domain in lower-case ASCII. */
export interface NormalDomain {
  /** The whole host without a leading `www.`, for example `shop.acme.co.uk`. */
  host: string;
  /** The registrable domain by the Public Suffix List, private section included, for example `acme.co.uk`. */
  root: string;
}

/** Suffixes that RFC 2606 reserves, so nobody can register them; synthetic companies use them. */
const RESERVED_SUFFIXES = new Set(['example', 'test']);
const MAX_INPUT = 2048;
const MAX_HOST = 253;
/** ASCII already, without a label in Punycode or a last one that could make it an IP address. */
const PLAIN_HOST = /^(?!.*xn--)(?:[a-z0-9-]+\.)+[a-z]+$/;

/**
 * Extracts the domain from a pasted domain, web address or e-mail address.
 * Null if there is none: no public suffix, an IP address, inner blanks, too long.
 */
export function normaliseDomain(input: string): NormalDomain | null {
  if (input.length > MAX_INPUT) return null;
  const host = bareHost(input);
  if (host === null) return null;
  if (!host.startsWith('www.')) return withRoot(host);
  // `www.de` is registered as such: without its first label, no registrable domain is left.
  return withRoot(host.slice('www.'.length)) ?? withRoot(host);
}

function bareHost(input: string): string | null {
  const address = input.trim().toLowerCase();
  const withoutScheme = address.replace(/^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2,}|^mailto:/, '');
  const authority = withoutScheme.replace(/[/?#\\].*$/s, '');
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1);
  const unicodeHost = hostAndPort.replace(/:\d*$/, '');
  if (unicodeHost === '' || /[\s%:[\]]/.test(unicodeHost)) return null;
  const host = PLAIN_HOST.test(unicodeHost) ? unicodeHost : domainToASCII(unicodeHost).replace(/\.$/, '');
  return host === '' || host.length > MAX_HOST ? null : host;
}

function withRoot(host: string): NormalDomain | null {
  const labels = host.split('.');
  if (!labels.every(isLabel)) return null;
  if (RESERVED_SUFFIXES.has(labels.at(-1) ?? '')) {
    return labels.length < 2 ? null : { host, root: labels.slice(-2).join('.') };
  }
  const known = parse(host, { allowPrivateDomains: true, extractHostname: false });
  if (known.isIp === true || (known.isIcann !== true && known.isPrivate !== true)) return null;
  if (known.domain !== null) return { host, root: known.domain };
  // A private suffix such as github.io is itself a registered domain; a country's suffix is not.
  const registered = known.isPrivate === true ? parse(host, { extractHostname: false }).domain : null;
  return registered === null ? null : { host, root: registered };
}

function isLabel(label: string): boolean {
  return label.length > 0 && label.length <= 63 && /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/.test(label);
}
