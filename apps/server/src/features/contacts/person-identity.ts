import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { parseEmailAddress } from './email-address.ts';

/** What identifies a person. */
export interface PersonNames {
  readonly email: string | null;
  /** The address of a profile. */
  readonly personUrl: string | null;
}

const MAX_INPUT = 2_048;
/** An index entry has room for it. */
const MAX_PERSON_URL = 1_000;

/** An e-mail address as it is compared: in lower case. Null if it cannot be one. */
export function normaliseEmail(email: string): string | null {
  return parseEmailAddress(email)?.text.toLowerCase() ?? null;
}

/**
 * The address of a profile in the form in which it is compared: host and path, without scheme, `www.`, query and trailing
 * slash. LinkedIn's national hosts and capital letters lead to the same profile. Null for anything else, such as an
 * address without a path.
 */
export function normalisePersonUrl(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed.length > MAX_INPUT || /\s/.test(trimmed)) return null;
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const host = normaliseDomain(url.hostname);
  const path = url.pathname.replace(/\/+$/, '');
  if (host === null || path === '') return null;
  const normal = host.root === 'linkedin.com' ? `linkedin.com${path.toLowerCase()}` : `${host.host}${path}`;
  return normal.length > MAX_PERSON_URL ? null : normal;
}
