import { domainToASCII } from 'node:url';

/** An address that a mail server can be asked about. */
export interface EmailAddress {
  readonly local: string;
  /** Lower-case ASCII. */
  readonly domain: string;
  /** What the server is asked. */
  readonly text: string;
}

const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
/** RFC 5321's dot-string; line breaks would be commands. */
const DOT_STRING = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Splits an address. Quoted local parts, and those outside ASCII, are valid but hardly exist, and few servers take them:
 * they are `unsupported-address`.
 */
export function parseEmailAddress(email: string): EmailAddress | 'syntax' | 'unsupported-address' {
  const trimmed = email.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(0, at));
  const domain = domainToASCII(trimmed.slice(at + 1)).toLowerCase();
  const text = `${local}@${domain}`;
  if (local === '' || local.length > MAX_LOCAL || text.length > MAX_ADDRESS || !isMailDomain(domain)) return 'syntax';
  // The conversion to ASCII drops line breaks.
  if (/[\s\p{Cc}]/u.test(trimmed.slice(at))) return 'syntax';
  if (DOT_STRING.test(local)) return { local, domain, text };
  const isQuoted = /^"(?:[^"\\\r\n]|\\.)*"$/.test(local);
  const isInternational = DOT_STRING.test(local.replaceAll(/[\u{80}-\u{10FFFF}]/gu, 'x'));
  return isQuoted || isInternational ? 'unsupported-address' : 'syntax';
}

function isMailDomain(domain: string): boolean {
  const labels = domain.split('.');
  const isIpAddress = /^\d+$/.test(labels.at(-1) ?? '');
  return labels.length >= 2 && !isIpAddress && labels.every((label) => LABEL.test(label));
}
