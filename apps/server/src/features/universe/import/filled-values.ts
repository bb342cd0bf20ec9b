import { CONTENT_FIELDS, type CompanyContent } from './company-record.ts';

/** A field that a company can have a value for. */
export type FilledField = keyof CompanyContent | 'domain' | 'linked_in_url' | 'aliases';

/** The number of companies with a value, by field. */
export type FilledValues = Partial<Record<FilledField, number>>;

const FIELDS: readonly FilledField[] = ['domain', 'linked_in_url', 'aliases', ...CONTENT_FIELDS];
const FIRST_CONTENT = FIELDS.length - CONTENT_FIELDS.length;

/** Counts the values of companies. */
export class FilledCounts {
  readonly #counts = new Uint32Array(FIELDS.length);

  addNames(hasDomain: boolean, hasPage: boolean, hasAliases: boolean): void {
    if (hasDomain) this.#add(0);
    if (hasPage) this.#add(1);
    if (hasAliases) this.#add(2);
  }

  /** By place in `CONTENT_FIELDS`. */
  addContent(place: number): void {
    this.#add(FIRST_CONTENT + place);
  }

  #add(place: number): void {
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }

  values(): FilledValues {
    const values: FilledValues = {};
    FIELDS.forEach((field, place) => {
      const count = this.#counts[place] ?? 0;
      if (count > 0) values[field] = count;
    });
    return values;
  }
}
