import type { IdentityKind } from '../company-id.ts';
import type { KnownIdentities, NamedCompany } from './stored-companies.ts';

/** Companies by domain and LinkedIn id: as stored, and as added by this batch (in a dry run: by all batches). */
export class IdentityIndex {
  #known: KnownIdentities = { byDomain: new Map(), byLinkedIn: new Map(), overrides: new Map() };
  readonly #addedDomains = new Map<string, NamedCompany>();
  readonly #addedPages = new Map<string, string>();
  #added: { kind: IdentityKind; value: string; companyId: string }[] = [];

  startBatch(known: KnownIdentities, keepsAdded: boolean): void {
    this.#known = known;
    this.#added = [];
    if (keepsAdded) return;
    this.#addedDomains.clear();
    this.#addedPages.clear();
  }

  /** The company that has the domain, as primary domain or alias. */
  ofDomain(domain: string | null): NamedCompany | undefined {
    return domain === null ? undefined : (this.#addedDomains.get(domain) ?? this.#known.byDomain.get(domain));
  }

  ofLinkedIn(id: string | null): string | undefined {
    return id === null ? undefined : (this.#addedPages.get(id) ?? this.#known.byLinkedIn.get(id));
  }

  /** The LinkedIn id that staff set for the domain. */
  overrideOf(domain: string | null): string | null {
    return domain === null ? null : (this.#known.overrides.get(domain) ?? null);
  }

  add(kind: IdentityKind, value: string, companyId: string): void {
    if (kind === 'linkedin') this.#addedPages.set(value, companyId);
    else this.#addedDomains.set(value, { companyId, isAlias: kind === 'alias' });
    this.#added.push({ kind, value, companyId });
  }

  /** Added by this batch. */
  get added(): readonly { kind: IdentityKind; value: string; companyId: string }[] {
    return this.#added;
  }
}
