import type { IdentityKind } from '../company-id.ts';
import type { KnownIdentities, NamedCompany } from './stored-companies.ts';

/** Who has which name: what is stored, and what the rows of this batch (in a dry run: of all batches) added. */
export class NameBook {
  #known: KnownIdentities = { byDomain: new Map(), byLinkedIn: new Map(), overrides: new Map() };
  readonly #addedDomains = new Map<string, NamedCompany>();
  readonly #addedPages = new Map<string, string>();
  #added: { kind: IdentityKind; value: string; companyId: string }[] = [];

  /** Starts a batch with what is stored about its names. */
  startBatch(known: KnownIdentities, keepsAdded: boolean): void {
    this.#known = known;
    this.#added = [];
    if (keepsAdded) return;
    this.#addedDomains.clear();
    this.#addedPages.clear();
  }

  /** The company that has the domain, as its own or as a further one. */
  ofDomain(domain: string | null): NamedCompany | undefined {
    return domain === null ? undefined : (this.#addedDomains.get(domain) ?? this.#known.byDomain.get(domain));
  }

  /** The company that has the LinkedIn id. */
  ofLinkedIn(id: string | null): string | undefined {
    return id === null ? undefined : (this.#addedPages.get(id) ?? this.#known.byLinkedIn.get(id));
  }

  /** The LinkedIn id that staff set for the domain. */
  overrideOf(domain: string | null): string | null {
    return domain === null ? null : (this.#known.overrides.get(domain) ?? null);
  }

  /** Gives a name to a company. */
  add(kind: IdentityKind, value: string, companyId: string): void {
    if (kind === 'linkedin') this.#addedPages.set(value, companyId);
    else this.#addedDomains.set(value, { companyId, isAlias: kind === 'alias' });
    this.#added.push({ kind, value, companyId });
  }

  /** The names that this batch added. */
  get added(): readonly { kind: IdentityKind; value: string; companyId: string }[] {
    return this.#added;
  }
}
