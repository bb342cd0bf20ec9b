import { createHash } from 'node:crypto';
import { type Slot, type Sql, sql } from '@quarry/clickhouse';

/** A kind of name under which a company is found. An alias is a further domain of a company. */
export type IdentityKind = 'domain' | 'linkedin' | 'alias';

/** A name under which a company is found: a registrable domain or a LinkedIn id. */
export interface Identity {
  kind: IdentityKind;
  value: string;
}

/**
 * The id of a company by the identity it was first known under: the first 8 bytes of SHA-256, little-endian.
 * `attempt` counts up where another company already has the id. 0 is never an id.
 */
export function companyId(identity: Identity, attempt = 0): bigint {
  const name = `${identity.kind}:${identity.value}${attempt === 0 ? '' : `#${attempt}`}`;
  const id = createHash('sha256').update(name).digest().readBigUInt64LE(0);
  return id === 0n ? companyId(identity, attempt + 1) : id;
}

/** The same id, computed in the engine from a registrable domain. */
export function companyIdOfDomain(domain: Slot): Sql {
  return sql`reinterpretAsUInt64(substring(SHA256(concat('domain:', ${domain})), 1, 8))`;
}
