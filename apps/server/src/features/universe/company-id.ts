import { createHash } from 'node:crypto';
import { type Slot, type Sql, sql } from '@quarry/clickhouse';

/** An alias is an additional domain of a company. */
export type IdentityKind = 'domain' | 'linkedin' | 'alias';

/** A registrable domain or a LinkedIn id, by which a company is found. */
export interface Identity {
  kind: IdentityKind;
  value: string;
}

/**
 * The id of a company: the first 8 bytes of the SHA-256 of its first known identity, little-endian.
 * `attempt` goes up while another company has the id. 0 is never an id.
 */
export function companyId(identity: Identity, attempt = 0): bigint {
  const name = `${identity.kind}:${identity.value}${attempt === 0 ? '' : `#${attempt}`}`;
  const id = createHash('sha256').update(name).digest().readBigUInt64LE(0);
  return id === 0n ? companyId(identity, attempt + 1) : id;
}

/** The same id as an expression over the kind and value of an identity, joined by a colon. */
export function companyIdOfName(name: Slot): Sql {
  return sql`reinterpretAsUInt64(substring(SHA256(${name}), 1, 8))`;
}

/** The same id as an expression over a registrable domain. */
export function companyIdOfDomain(domain: Slot): Sql {
  return companyIdOfName(sql`concat('domain:', ${domain})`);
}
