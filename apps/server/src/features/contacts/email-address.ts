import { domainToASCII } from 'node:url';

/** An e-mail address in parts. */
export interface EmailAddress {
  readonly local: string;
  /** Lower-case ASCII. */
  readonly domain: string;
  /** Both parts. */
  readonly text: string;
  /** True for RFC 5321's dot-string. Quoted local parts and those outside ASCII are valid but hardly exist. */
  readonly isPlain: boolean;
}

const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const DOT_STRING = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const QUOTED = /^"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Splits an address; null if it cannot be one. */
export function parseEmailAddress(email: string): EmailAddress | null {
  const trimmed = email.trim();
  const at = trimmed.lastIndexOf('@');
  // The conversion to ASCII would drop line breaks.
  if (at < 1 || trimmed.length > MAX_ADDRESS || /[\s\p{Cc}]/u.test(trimmed.slice(at))) return null;
  const local = trimmed.slice(0, at);
  const domain = domainToASCII(trimmed.slice(at + 1)).toLowerCase();
  const text = `${local}@${domain}`;
  if (local.length > MAX_LOCAL || text.length > MAX_ADDRESS || !isMailDomain(domain)) return null;
  if (DOT_STRING.test(local)) return { local, domain, text, isPlain: true };
  const isInternational = DOT_STRING.test(local.replaceAll(/(?![\p{Cc}\p{Z}])\P{ASCII}/gu, 'x'));
  return QUOTED.test(local) || isInternational ? { local, domain, text, isPlain: false } : null;
}

function isMailDomain(domain: string): boolean {
  const labels = domain.split('.');
  const isIpAddress = /^\d+$/.test(labels.at(-1) ?? '');
  return labels.length >= 2 && !isIpAddress && labels.every((label) => LABEL.test(label));
}
