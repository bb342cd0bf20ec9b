import type { FilterRule } from './filter.ts';

/** The form of a type's values. Empty is stored as '' for texts, [] for lists and null for the others. */
export type ValueForm = 'text' | 'number' | 'date' | 'boolean' | 'list';

interface FieldTraits {
  readonly form: ValueForm;
  /** The unit for display and input; percentages are stored as fractions. */
  readonly unit?: 'percent' | 'dollars';
  /** Equality compares whole percents or cents. */
  readonly equalsRounded?: boolean;
  /** Companies share the same values, so people pick them from a list. */
  readonly isChoice?: boolean;
  /** Values are expensive to read, so searches use a companion column with folded texts. */
  readonly isBulky?: boolean;
}

/** Every type of a company or contact field. */
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

/** A field's type decides storage, operators and display. */
export type FieldType = keyof typeof FIELD_TYPES;

export const FIELD_TYPE_NAMES = Object.keys(FIELD_TYPES).filter(isFieldType);

function isFieldType(name: string): name is FieldType {
  return Object.hasOwn(FIELD_TYPES, name);
}

export function traitsOf(type: FieldType): FieldTraits {
  return FIELD_TYPES[type];
}

/** A field as the filter language sees it. */
export interface FieldInfo {
  /** The key used by rules. */
  readonly fieldName: string;
  readonly displayName: string;
  readonly type: FieldType;
  /** The field contains normalised domains, so entered web addresses are normalised before comparison. */
  readonly isDomain?: boolean;
  /** Its numbers are years, which people read without separators. */
  readonly isYear?: boolean;
  /** Why the field can't have a rule that its type allows; undefined if it can. */
  readonly refuse?: (rule: FilterRule) => string | undefined;
}

/** True for numbers that are years, by the field's name within its block. */
export function isYearField(internalName: string, type: FieldType): boolean {
  return type === 'Number' && /(?:^|_)year$/.test(internalName);
}

/** Finds the field of a rule by its name and, for dynamic data blocks, its config. */
export type FieldLookup = (field: string, configId?: string) => FieldInfo | undefined;

/** The known fields: a map by name, or a function if configs matter. */
export type KnownFields = ReadonlyMap<string, FieldInfo> | FieldLookup;

export function findField(fields: KnownFields, field: string, configId?: string): FieldInfo | undefined {
  return typeof fields === 'function' ? fields(field, configId) : fields.get(field);
}
