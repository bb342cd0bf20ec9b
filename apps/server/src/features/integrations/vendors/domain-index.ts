import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import type { FoundRecord } from './vendor.ts';

/**
 * Collects the records of companies by domain. A CRM's search is not relied on: what it returns is compared here, since
 * its fields hold web addresses in any spelling. `part` says whether shop.acme.com and acme.com are the same company.
 */
export class DomainIndex {
  readonly #wanted = new Map<string, string[]>();
  readonly #found = new Map<string, FoundRecord[]>();
  readonly #part: 'host' | 'root';

  constructor(domains: readonly string[], part: 'host' | 'root') {
    this.#part = part;
    for (const domain of new Set(domains)) {
      const normal = normaliseDomain(domain)?.[part];
      if (normal !== undefined) this.#wanted.set(normal, [...(this.#wanted.get(normal) ?? []), domain]);
    }
  }

  /** The domains in their normal form. */
  get normalDomains(): string[] {
    return [...this.#wanted.keys()];
  }

  add(record: FoundRecord, addresses: readonly unknown[]): void {
    const normal = addresses.map((address) =>
      typeof address === 'string' ? normaliseDomain(address)?.[this.#part] : undefined,
    );
    const asked = new Set(normal.flatMap((domain) => (domain === undefined ? [] : (this.#wanted.get(domain) ?? []))));
    for (const domain of asked) {
      const others = this.#found.get(domain) ?? [];
      if (others.every(({ id }) => id !== record.id)) this.#found.set(domain, [...others, record]);
    }
  }

  get found(): ReadonlyMap<string, readonly FoundRecord[]> {
    return this.#found;
  }
}
