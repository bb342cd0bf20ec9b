import { createHmac, randomBytes } from 'node:crypto';
import { inArray, type Transaction } from '@quarry/postgres';
import { erasedPeople } from '@quarry/postgres/tables/erased-people';
import { normaliseEmail, normalisePersonUrl, type PersonNames } from './person-identity.ts';

/** A person to look up, under a key of the caller. */
export interface KeyedPerson extends PersonNames {
  readonly key: string;
}

type Kind = 'EMAIL' | 'PERSON';

// Not keyed with the installation's secret: a restore without secrets would silently forget everyone.
const hashOf = (salt: string, kind: Kind, value: string): string =>
  createHmac('sha256', salt).update(`${kind} ${value}`).digest('base64url');

async function readSalts(tx: Transaction): Promise<string[]> {
  const rows = await tx.selectDistinct({ salt: erasedPeople.salt }).from(erasedPeople).orderBy(erasedPeople.salt);
  return rows.map(({ salt }) => salt);
}

/** Remembers by hashes whom nothing may bring back. Names are normalised. */
export async function rememberErased(
  tx: Transaction,
  { emails, personUrls }: { readonly emails: readonly string[]; readonly personUrls: readonly string[] },
): Promise<void> {
  const salt = (await readSalts(tx))[0] ?? randomBytes(16).toString('base64url');
  const rows = [
    ...emails.map((email) => ({ kind: 'EMAIL', hash: hashOf(salt, 'EMAIL', email), salt })),
    ...personUrls.map((url) => ({ kind: 'PERSON', hash: hashOf(salt, 'PERSON', url), salt })),
  ];
  if (rows.length > 0) await tx.insert(erasedPeople).values(rows).onConflictDoNothing();
}

/**
 * The keys of people who were erased and must not be stored again. Call it in the transaction that adds people. Hashing
 * takes a few microseconds per person, so jobs pass a few thousand at a time.
 */
export async function findErased(tx: Transaction, people: readonly KeyedPerson[]): Promise<ReadonlySet<string>> {
  const salts = await readSalts(tx);
  // Normalising names takes longer than the statement, and most installations have erased nobody.
  if (salts.length === 0) return new Set();
  const keys = new Map<string, string[]>();
  for (const { key, email, personUrl } of people) {
    const address = email === null ? null : normaliseEmail(email);
    const url = personUrl === null ? null : normalisePersonUrl(personUrl);
    for (const salt of salts) {
      if (address !== null) add(keys, hashOf(salt, 'EMAIL', address), key);
      if (url !== null) add(keys, hashOf(salt, 'PERSON', url), key);
    }
  }
  const erased = new Set<string>();
  const hashes = [...keys.keys()];
  // PostgreSQL refuses more than 65,535 parameters.
  for (let start = 0; start < hashes.length; start += AT_ONCE) {
    const rows = await tx
      .select({ hash: erasedPeople.hash })
      .from(erasedPeople)
      .where(inArray(erasedPeople.hash, hashes.slice(start, start + AT_ONCE)));
    for (const { hash } of rows) for (const key of keys.get(hash) ?? []) erased.add(key);
  }
  return erased;
}

const AT_ONCE = 10_000;

function add(keys: Map<string, string[]>, hash: string, key: string): void {
  const known = keys.get(hash);
  if (known === undefined) keys.set(hash, [key]);
  else known.push(key);
}
