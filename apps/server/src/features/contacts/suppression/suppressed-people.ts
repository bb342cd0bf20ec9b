import { sql, type Transaction } from '@quarry/postgres';
import { suppressions } from '@quarry/postgres/tables/suppressions';
import { z } from 'zod';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { normaliseEmail, normalisePersonUrl, type PersonNames } from '../person-identity.ts';
import type { SuppressionEntry } from './parse-entry.ts';

/** A person to look up in the list, under a key of the caller. */
export interface ListedPerson extends PersonNames {
  readonly key: string;
  /** The domain of the person's company. */
  readonly domain: string | null;
}

const found = z.array(z.object({ key: z.string() }));

/**
 * The keys of the people whom the account must not contact: their address, profile, or a domain of theirs is listed, or
 * one above it. One statement, whatever the number.
 */
export async function findSuppressed(
  tx: Transaction,
  clientId: string,
  people: readonly ListedPerson[],
): Promise<ReadonlySet<string>> {
  const names = people.flatMap((person) => entriesOf(person).map((entry) => ({ key: person.key, ...entry })));
  if (names.length === 0) return new Set();
  const texts = (of: (name: (typeof names)[number]) => string) => sql`${sql.param(names.map(of))}::text[]`;
  const { rows } = await tx.execute(sql`
    select distinct person.key
    from unnest(${texts(({ key }) => key)}, ${texts(({ kind }) => kind)}, ${texts(({ value }) => value)})
      as person (key, kind, value)
    join ${suppressions} on ${suppressions.clientId} = ${clientId}
      and ${suppressions.kind} = person.kind and ${suppressions.value} = person.value`);
  return new Set(found.parse(rows).map(({ key }) => key));
}

/** The entries of the list that would stand for the person. */
function entriesOf({ email, personUrl, domain }: ListedPerson): SuppressionEntry[] {
  const address = email === null ? null : normaliseEmail(email);
  const url = personUrl === null ? null : normalisePersonUrl(personUrl);
  const mailDomain = address === null ? [] : domainsAbove(address.slice(address.lastIndexOf('@') + 1));
  const ownDomain = domain === null ? [] : domainsAbove(domain);
  return [
    ...(address === null ? [] : [{ kind: 'EMAIL' as const, value: address }]),
    ...(url === null ? [] : [{ kind: 'PERSON' as const, value: url }]),
    ...[...new Set([...mailDomain, ...ownDomain])].map((value) => ({ kind: 'DOMAIN' as const, value })),
  ];
}

/** A domain and those above it down to its registrable domain: `a.b.acme.com`, `b.acme.com`, `acme.com`. */
function domainsAbove(domain: string): string[] {
  const normal = normaliseDomain(domain);
  if (normal === null) return [];
  const { host, root } = normal;
  const labels = host
    .slice(0, host.length - root.length)
    .split('.')
    .slice(0, -1);
  return [...labels.map((_, index) => `${labels.slice(index).join('.')}.${root}`), root];
}
