import type { RecordType } from '@quarry/contracts';
import type {
  DescribedField,
  ExternalRecord,
  Vendor,
  VendorApi,
} from '#server/features/integrations/vendors/vendor.ts';

/** What a sync did to a record, and when a sync last wrote to it. */
export interface WrittenRecord {
  readonly recordId: string;
  readonly companyId: string;
  readonly externalId: string;
  readonly wasCreated: boolean;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly lastWriteAt: Date;
}

export type UndoDecision =
  | {
      readonly kind: 'restore';
      readonly now: Readonly<Record<string, unknown>>;
      readonly values: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'archive' }
  | { readonly kind: 'keep'; readonly reason: 'EDITED' | 'GONE' | 'CREATED' };

export interface UndoInput {
  readonly vendor: Vendor;
  readonly api: VendorApi;
  readonly recordType: RecordType;
  readonly described: ReadonlyMap<string, DescribedField>;
  readonly archiveCreated: boolean;
  readonly startedAt: Date;
}

/** The CRM stamps a write before its answer reaches us; its clock may be a little ahead. */
const CLOCK_MS = 1_000;

/** Decides what taking a sync back means for a record as the CRM has it now: nothing that somebody changed is touched. */
export function decideUndo(input: UndoInput, record: WrittenRecord, found: ExternalRecord | null): UndoDecision {
  if (found === null) return { kind: 'keep', reason: 'GONE' };
  const { vendor, described } = input;
  const isOurs = (name: string): boolean => {
    const field = described.get(name);
    const [now, ours] = [found.values[name] ?? null, record.after[name] ?? null];
    return field === undefined ? isSame(now, ours) : isSame(now, ours) || vendor.isSameValue(now, ours, field);
  };
  if (record.wasCreated) {
    if (!input.archiveCreated) return { kind: 'keep', reason: 'CREATED' };
    const isTouched =
      Object.keys(record.after).some((name) => !isOurs(name)) || isLater(found.lastModifiedAt, record.lastWriteAt);
    // Our key may have found a record that an earlier sync had created.
    const isEarlier = found.createdAt !== null && Date.parse(found.createdAt) < input.startedAt.getTime() - EARLIER_MS;
    return isTouched || isEarlier ? { kind: 'keep', reason: 'EDITED' } : { kind: 'archive' };
  }
  const names = Object.keys(record.after).filter(isOurs);
  if (names.length === 0) return { kind: 'keep', reason: 'EDITED' };
  return {
    kind: 'restore',
    now: Object.fromEntries(names.map((name) => [name, found.values[name] ?? null])),
    values: Object.fromEntries(names.map((name) => [name, record.before[name] ?? null])),
  };
}

const EARLIER_MS = 10 * 60_000;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isLater = (modifiedAt: string | null, written: Date): boolean =>
  modifiedAt !== null && Date.parse(modifiedAt) > written.getTime() + CLOCK_MS;
