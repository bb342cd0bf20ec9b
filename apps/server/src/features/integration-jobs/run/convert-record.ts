import type { DescribedField, ExternalAccount, Vendor } from '#server/features/integrations/vendors/vendor.ts';
import type { SyncField } from '../plan/sync-fields.ts';
import type { RecordError } from './record-result.ts';
import type { SourceRecord } from './source-records.ts';

/** A field of a mapping with what the CRM says about it. */
export interface MappedField extends SyncField {
  readonly described: DescribedField;
}

/** A value of ours in the form of the CRM. */
export interface ConvertedValue {
  readonly field: MappedField;
  /** Null if it is empty. */
  readonly value: unknown;
  /** What clears the field in the CRM. */
  readonly cleared: unknown;
}

/** Converts what is sent of a record, or says which value does not fit. */
export function convertRecord(
  { vendor, account }: { readonly vendor: Vendor; readonly account: ExternalAccount },
  fields: readonly MappedField[],
  record: SourceRecord,
): { readonly values: readonly ConvertedValue[] } | { readonly error: RecordError } {
  const values: ConvertedValue[] = [];
  for (const field of fields) {
    const own = record.values.get(field.internalName) ?? null;
    const empty = vendor.toExternal(null, field.type, field.described, account);
    const cleared = empty.kind === 'value' ? (empty.value ?? null) : null;
    if (own === null) {
      values.push({ field, value: null, cleared });
      continue;
    }
    const converted = vendor.toExternal(own, field.type, field.described, account);
    if (converted.kind === 'refused') {
      return { error: { code: converted.code, field: field.displayName, value: shown(own), message: null } };
    }
    values.push({ field, value: converted.value ?? null, cleared });
  }
  return { values };
}

/** A value as people read it. */
export function shown(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map((item) => shown(item) ?? '').join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const isEmptyInCrm = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What an update writes. */
export interface Changes {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * What has to be written so that the CRM has our values, as each mapping allows. Empty values of ours only clear what we
 * have sent before.
 */
export function changesOf(
  vendor: Pick<Vendor, 'isSameValue'>,
  values: readonly ConvertedValue[],
  current: Readonly<Record<string, unknown>>,
  sentFields: ReadonlySet<string>,
): Changes {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const { field, value, cleared } of values) {
    const { externalName, updateStrategy, described } = field;
    const now = current[externalName] ?? null;
    const isEmpty = isEmptyInCrm(now);
    if (updateStrategy === 'OVERWRITE_ONLY_IF_EMPTY' && (!isEmpty || value === null)) continue;
    if (value === null && (isEmpty || !sentFields.has(externalName) || vendor.isSameValue(now, cleared, described)))
      continue;
    if (value !== null && vendor.isSameValue(now, value, described)) continue;
    before[externalName] = now;
    after[externalName] = value ?? cleared;
  }
  return { before, after };
}

/** The CRM's fields that hold a value of ours once `after` is written. */
export function sentAfter(
  values: readonly ConvertedValue[],
  sentFields: readonly string[],
  after: Readonly<Record<string, unknown>>,
): string[] {
  const filled = new Set(values.flatMap(({ field, value }) => (value === null ? [] : [field.externalName])));
  // A leaving record sends few fields, and keeps the others.
  const known = new Set(values.map(({ field }) => field.externalName));
  const kept = sentFields.filter((name) => !known.has(name) || filled.has(name));
  return [...new Set([...kept, ...Object.keys(after).filter((name) => filled.has(name))])].sort();
}
