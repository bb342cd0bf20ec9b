import type { ExternalField, FieldMapping, Integration, RecordType, SchemaField } from '@quarry/contracts';

export const FIELD_GONE = 'Mapped field does not exist in CRM. You should remove the mapping or create the field.';

/** A field of the dataset with what it is written to. */
export interface MappingRow {
  readonly field: SchemaField;
  /** Null while it is not sent. */
  readonly mapping: FieldMapping | null;
  /** The mapped field is not in the CRM any more. */
  readonly isGone: boolean;
}

/** The fields that can be sent, in schema order. `externalFields` is undefined while the CRM's fields are not known. */
export function mappingRows(
  schema: readonly SchemaField[],
  mappings: readonly FieldMapping[],
  externalFields: readonly ExternalField[] | undefined,
): MappingRow[] {
  const byName = new Map(mappings.map((mapping) => [mapping.internalName, mapping]));
  const known = externalFields && new Set(externalFields.map(({ id }) => id));
  return schema
    .filter((field) => field.isMappableInIntegration && !field.isHiddenFromUser)
    .map((field) => {
      const mapping = byName.get(field.fieldName) ?? null;
      return { field, mapping, isGone: mapping !== null && known !== undefined && !known.has(mapping.externalName) };
    });
}

export function mappingsOf({ mappingSettings }: Integration, recordType: RecordType): readonly FieldMapping[] {
  return recordType === 'company' ? mappingSettings.companies : mappingSettings.contacts;
}

/** The CRM's field that a field without a mapping most likely belongs to: the same name, a type that takes its values. */
export function suggestField(
  { field, mapping }: MappingRow,
  externalFields: readonly ExternalField[],
  taken: ReadonlySet<string>,
): ExternalField | null {
  if (mapping !== null) return null;
  const names = new Set(
    [field.displayName, field.fieldName, field.dataBlockField?.crmName ?? ''].map(plain).filter(Boolean),
  );
  return (
    externalFields.find(
      ({ id, label, canUseInSync, acceptsTypes }) =>
        canUseInSync &&
        !taken.has(id) &&
        acceptsTypes.includes(field.type) &&
        [id, label].some((name) => names.has(plain(name))),
    ) ?? null
  );
}

/** Letters and digits alone, so that `Employee count`, `employee_count` and `Employee_Count__c` are the same. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/__c$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** The fields that can be chosen for a field: those that take its type, first those with a similar name. */
export function choicesFor(field: SchemaField, externalFields: readonly ExternalField[]) {
  return externalFields.map((external) => {
    const fits = external.acceptsTypes.includes(field.type);
    const reason = external.canUseInSync
      ? fits
        ? null
        : `does not take ${field.type}`
      : (external.reason ?? 'cannot be written');
    return {
      value: external.id,
      label: reason === null ? external.label : `${external.label} (${reason})`,
      disabled: reason !== null,
    };
  });
}
