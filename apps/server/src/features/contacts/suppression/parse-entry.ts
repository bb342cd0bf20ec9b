import type { SuppressionKind } from '@quarry/contracts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { normaliseEmail, normalisePersonUrl } from '../person-identity.ts';

/** A line of the list: an address, a profile or a domain. */
export interface SuppressionEntry {
  readonly kind: SuppressionKind;
  readonly value: string;
}

/** Reads a pasted line: `Ann <ann@acme.com>`, an address, a profile's address or a domain. Null if it is none of these. */
export function parseEntry(line: string): SuppressionEntry | null {
  const text = (/<([^<>]+)>$/.exec(line.trim())?.[1] ?? line.trim()).replace(/^mailto:/i, '');
  // Profiles' addresses may contain an at sign: example.com/@ann.
  const isEmail = /^[^/]*@/.test(text);
  const email = isEmail ? normaliseEmail(text) : null;
  if (email !== null) return { kind: 'EMAIL', value: email };
  const person = isEmail ? null : normalisePersonUrl(text);
  if (person !== null) return { kind: 'PERSON', value: person };
  const domain = isEmail ? null : normaliseDomain(text);
  return domain === null ? null : { kind: 'DOMAIN', value: domain.host };
}
