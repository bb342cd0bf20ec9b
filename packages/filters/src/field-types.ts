/** The form of a type's values. Nothing is stored as '' for texts, as [] for lists and as null for the others. */
export type ValueForm = 'text' | 'number' | 'date' | 'boolean' | 'list';

/** What code asks of a field type. */
interface FieldTraits {
  readonly form: ValueForm;
  /** The unit that numbers are shown and typed in; percentages are stored as fractions. */
  readonly unit?: 'percent' | 'dollars';
  /** Equality compares whole percents or cents. */
  readonly equalsRounded?: boolean;
  /** The values repeat from company to company, so people pick them from a list. */
  readonly isChoice?: boolean;
  /** Reading the values costs so much that searches get a companion column with folded texts. */
  readonly isBulky?: boolean;
}

/** Every type that a field of companies or contacts can have. */
export const FIELD_TYPES = {
  String: { form: 'text', isBulky: true },
  Picklist: { form: 'text', isChoice: true },
  Number: { form: 'number' },
  Percentage: { form: 'number', unit: 'percent', equalsRounded: true },
  Currency: { form: 'number', unit: 'dollars', equalsRounded: true },
  Date: { form: 'date' },
  Boolean: { form: 'boolean' },
  Multipicklist: { form: 'list', isChoice: true, isBulky: true },
  Array: { form: 'list', isBulky: true },
} as const satisfies Record<string, FieldTraits>;

/** The type of a field; decides storage, operators and display. */
export type FieldType = keyof typeof FIELD_TYPES;

/** The names of all types. */
export const FIELD_TYPE_NAMES = Object.keys(FIELD_TYPES).filter(isFieldType);

function isFieldType(name: string): name is FieldType {
  return Object.hasOwn(FIELD_TYPES, name);
}

/** The traits of a type. */
export function traitsOf(type: FieldType): FieldTraits {
  return FIELD_TYPES[type];
}

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
