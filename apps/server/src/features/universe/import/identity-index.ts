import type { IdentityKind } from '../company-id.ts';

/** A name of a company, as in the table `identities`. */
export interface CompanyName {
  kind: IdentityKind;
  value: string;
  company_id: string;
}

interface NamedCompany {
  companyId: string;
  isAlias: boolean;
}

/** Companies by domain and LinkedIn id: as stored, and as added by the rows of a batch. */
export class IdentityIndex {
  readonly #byDomain = new Map<string, NamedCompany>();
  readonly #byLinkedIn = new Map<string, string>();
  readonly #added: CompanyName[] = [];

  constructor(known: readonly CompanyName[]) {
    for (const { kind, value, company_id } of known) {
      if (kind === 'linkedin') this.#byLinkedIn.set(value, company_id);
      // A primary domain wins over another company's alias.
      else if (kind === 'domain' || !this.#byDomain.has(value)) {
        this.#byDomain.set(value, { companyId: company_id, isAlias: kind === 'alias' });
      }
    }
  }

  /** The company that has the domain, as primary domain or alias. */
  ofDomain(domain: string): NamedCompany | undefined {
    return this.#byDomain.get(domain);
  }

  ofLinkedIn(id: string): string | undefined {
    return this.#byLinkedIn.get(id);
  }

  add(name: CompanyName): void {
    if (name.kind === 'linkedin') this.#byLinkedIn.set(name.value, name.company_id);
    else this.#byDomain.set(name.value, { companyId: name.company_id, isAlias: name.kind === 'alias' });
    this.#added.push(name);
  }

  get added(): readonly CompanyName[] {
    return this.#added;
  }
}
