import type { Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { companiesOfNames, overridesOf, recordsOf } from './known-identities.sql.ts';
import { type Resolution, resolveIdentity } from './resolve-identity.ts';

/** A registrable domain and a LinkedIn id, either of which may be missing. */
export interface SoughtNames {
  readonly domain: string | null;
  readonly linkedInId: string | null;
}

/** The names in a company's own record. */
export interface CompanyRecord {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** '' for none. */
  readonly linkedInId: string;
}

/** The company that names belong to, as an import would decide it. */
export interface FoundIdentity extends Resolution {
  readonly company: CompanyRecord | null;
  readonly loserRecord: CompanyRecord | null;
  /** The LinkedIn id that staff set for the domain. */
  readonly override: string | null;
}

const overrideRow = z.object({ domain: z.string(), linked_in_id: z.string() });
const nameRow = z.object({ kind: z.enum(['domain', 'linkedin', 'alias']), value: z.string(), company_id: z.string() });
const recordRow = z
  .object({ id: z.string(), name: z.string(), domain: z.string(), linked_in_id: z.string() })
  .transform(({ linked_in_id, ...record }): CompanyRecord => ({ ...record, linkedInId: linked_in_id }));

/** Finds the companies of any number of names in three look-ups, in the order of the input. */
export async function findIdentities(
  warehouse: Warehouse,
  sought: readonly SoughtNames[],
  signal: AbortSignal,
): Promise<readonly FoundIdentity[]> {
  const domains = sought.flatMap(({ domain }) => domain ?? []);
  const given = sought.flatMap(({ linkedInId }) => linkedInId ?? []);
  const links = await warehouse.rows(overridesOf(domains), overrideRow, { signal });
  const overrides = new Map(links.map((link) => [link.domain, link.linked_in_id]));
  const names = await warehouse.rows(companiesOfNames(domains, [...given, ...overrides.values()]), nameRow, { signal });
  const byName = new Map(names.map(({ kind, value, company_id }) => [`${kind} ${value}`, company_id]));
  const ids = [...new Set(byName.values())];
  const records = await warehouse.rows(recordsOf(ids), recordRow, { signal });
  const byId = new Map(records.map((record) => [record.id, record]));
  const find = (id: string | null) => (id === null ? null : (byId.get(id) ?? null));
  return sought.map(({ domain, linkedInId }) => {
    const override = domain === null ? null : (overrides.get(domain) ?? null);
    const linked = override ?? linkedInId;
    const byLinkedIn = linked === null ? null : (byName.get(`linkedin ${linked}`) ?? null);
    const ofDomain = domain === null ? null : (byName.get(`domain ${domain}`) ?? null);
    const ofAlias = domain === null ? null : (byName.get(`alias ${domain}`) ?? null);
    const own = find(byLinkedIn);
    const resolution = resolveIdentity({
      override,
      byLinkedIn,
      byDomain: ofDomain ?? ofAlias,
      isAlias: ofDomain === null && ofAlias !== null,
      linkedInMatchHasBoth: own !== null && own.domain === domain && own.linkedInId === linked,
    });
    return { ...resolution, override, company: find(resolution.companyId), loserRecord: find(resolution.loser) };
  });
}
