/** Every type that a field of companies or contacts can have. */
export const FIELD_TYPES = [
  'String',
  'Picklist',
  'Number',
  'Percentage',
  'Currency',
  'Date',
  'Boolean',
  'Multipicklist',
  'Array',
] as const;

/** The type of a field; decides storage, operators and display. */
export type FieldType = (typeof FIELD_TYPES)[number];

/** What the filter language needs to know of a field. */
export interface FieldInfo {
  /** The key that rules name. */
  readonly fieldName: string;
  /** How people call it. */
  readonly displayName: string;
  readonly type: FieldType;
  /** The field holds normalised domains, so entered web addresses are normalised before they are compared. */
  readonly isDomain?: boolean;
}

/** Finds the field of a rule, by its name and (for dynamic data blocks) its config; undefined when there is none. */
export type FieldLookup = (field: string, configId?: string) => FieldInfo | undefined;

/** The known fields: a map by field name, or a function where configs matter. */
export type KnownFields = ReadonlyMap<string, FieldInfo> | FieldLookup;

/** Finds a field in either form of `KnownFields`. */
export function findField(fields: KnownFields, field: string, configId?: string): FieldInfo | undefined {
  return typeof fields === 'function' ? fields(field, configId) : fields.get(field);
}
