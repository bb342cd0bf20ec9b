import { plainText } from '../../vendors/plain-text.ts';
/** A record of a stand-in. `origin` is who created it: the test, the API or the CRM itself. */
export interface StandInRecord {
  readonly id: string;
  values: Record<string, unknown>;
  readonly origin: 'seed' | 'api' | 'crm';
  readonly createdAt: Date;
  updatedAt: Date;
  isDeleted: boolean;
  /** The record that it was merged into. */
  mergedInto: string | null;
  /** Writes through the API, its creation included. */
  writes: number;
}

/** The records of one type, as the CRM holds them. */
export class RecordStore {
  readonly #records = new Map<string, StandInRecord>();
  readonly #newId: () => string;
  /** By field: the ids of records that have or had a value in it. */
  readonly #indexes = new Map<string, Map<string, Set<string>>>();

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  create(values: Record<string, unknown>, origin: StandInRecord['origin'] = 'seed', at = new Date()): StandInRecord {
    const record: StandInRecord = {
      id: this.#newId(),
      values: { ...values },
      origin,
      createdAt: at,
      updatedAt: at,
      isDeleted: false,
      mergedInto: null,
      writes: origin === 'api' ? 1 : 0,
    };
    this.#records.set(record.id, record);
    for (const name of this.#indexes.keys()) this.#index(name, record);
    return record;
  }

  /** Changes a record, as a person does unless it comes through the API. */
  update(id: string, values: Record<string, unknown>, by: 'person' | 'api' = 'person'): StandInRecord {
    const record = this.get(id);
    record.values = { ...record.values, ...values };
    record.updatedAt = new Date();
    if (by === 'api') record.writes += 1;
    for (const name of this.#indexes.keys()) this.#index(name, record);
    return record;
  }

  remove(id: string): void {
    const record = this.get(id);
    record.isDeleted = true;
    record.updatedAt = new Date();
  }

  restore(id: string): void {
    this.get(id).isDeleted = false;
  }

  /** Deletes a record in favour of another, which takes over the values that it lacks. */
  merge(loser: string, survivor: string): void {
    const [from, into] = [this.get(loser), this.get(survivor)];
    into.values = { ...from.values, ...into.values };
    into.updatedAt = new Date();
    from.isDeleted = true;
    from.mergedInto = survivor;
  }

  get(id: string): StandInRecord {
    const record = this.#records.get(id);
    if (record === undefined) throw new Error(`There is no record ${id}`);
    return record;
  }

  find(id: string): StandInRecord | undefined {
    return this.#records.get(id);
  }

  /** The live record that an id leads to, through merges. */
  survivorOf(id: string): StandInRecord | undefined {
    let record = this.#records.get(id);
    while (record !== undefined && record.mergedInto !== null) record = this.#records.get(record.mergedInto);
    return record === undefined || record.isDeleted ? undefined : record;
  }

  /** The live records with a value in a field, in whatever case; a text may hold several, separated by `;`. */
  withValue(name: string, value: string): StandInRecord[] {
    if (!this.#indexes.has(name)) {
      this.#indexes.set(name, new Map());
      for (const record of this.#records.values()) this.#index(name, record);
    }
    const wanted = value.toLowerCase();
    const ids = this.#indexes.get(name)?.get(wanted) ?? [];
    return [...ids]
      .map((id) => this.get(id))
      .filter((record) => !record.isDeleted && tokensOf(record.values[name]).includes(wanted));
  }

  #index(name: string, record: StandInRecord): void {
    const index = this.#indexes.get(name);
    for (const token of tokensOf(record.values[name])) {
      index?.set(token, (index.get(token) ?? new Set<string>()).add(record.id));
    }
  }

  get live(): StandInRecord[] {
    return [...this.#records.values()].filter(({ isDeleted }) => !isDeleted);
  }

  get all(): StandInRecord[] {
    return [...this.#records.values()];
  }

  /** The records that the API created although a live one of this key was there. */
  duplicates(keyOf: (record: StandInRecord) => string | null): StandInRecord[] {
    const groups = Map.groupBy(this.live, (record) => keyOf(record) ?? `none ${record.id}`);
    return [...groups.values()].flatMap((group) => {
      const created = group.filter(({ origin }) => origin === 'api');
      return created.length === group.length ? created.slice(1) : created;
    });
  }
}

const tokensOf = (value: unknown): string[] =>
  plainText(value) === '' ? [] : plainText(value).toLowerCase().split(';');
