import type { SchemaField } from '@quarry/contracts';
import { COUNTRY_NAMES, describeNumber, type FieldType, isCountryName, isYearField } from '@quarry/filters';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { BlockField } from '#server/features/universe/blocks/declaration.ts';
import { findField } from '#server/features/universe/blocks/index.ts';

/** A column whose values a report compares. */
export interface AnalysedField {
  readonly column: DatasetColumn;
  readonly type: FieldType;
  readonly displayName: string;
  /** Where ranges of its numbers meet, if the field's declaration says so. */
  readonly defaultCuts: readonly number[] | null;
  /** What people read for a value. */
  readonly nameValue: (value: string) => string;
  readonly formatNumber: (value: number) => string;
}

/** Texts with more distinct values are free text. */
export const MAX_DISTINCT_TEXTS = 50;

/** Fields of a company's own identity: names, addresses on the web, ids, and texts about it. */
const IDENTIFYING =
  /(?:^|_)(?:names?|urls?|website|domains?|ids?|ticker|description|snippet|text|emails?|phones?|address)$/;

/** Texts about one company, whatever their field is called. */
const isAboutOne = (type: FieldType) => type === 'String' || type === 'Array';

/**
 * The columns that a report compares: visible data points that many companies share. Scores, tags, segments and imported
 * CRM fields are left out, because they often are the outcome, and so is where records come from, because sources differ
 * in what they know. Texts still have to be checked for their distinct values.
 */
export function analysedFields(dataset: Dataset, schema: readonly SchemaField[]): AnalysedField[] {
  return schema.flatMap((field): AnalysedField[] => {
    const { fieldName, type, displayName, fieldSource } = field;
    const column = dataset.columns.get(fieldName);
    if (column === undefined || field.isHiddenFromUser || field.isSystem) return [];
    if (fieldSource !== 'DATA_BLOCK' && fieldSource !== 'CUSTOM') return [];
    const declared = declarationOf(field);
    if (declared?.isProvenance === true) return [];
    const internalName = field.dataBlockField?.internalName ?? fieldName;
    if (isAboutOne(type) && (column.isDomain === true || IDENTIFYING.test(internalName))) return [];
    return [
      {
        column,
        type,
        displayName,
        defaultCuts: type === 'Date' ? null : (declared?.defaultRanges?.map(Number) ?? null),
        nameValue: valueNames(internalName),
        formatNumber: (value) => describeNumber(value, { type, isYear: isYearField(internalName, type) }),
      },
    ];
  });
}

function declarationOf({ dataBlock, dataBlockField }: SchemaField): BlockField | undefined {
  if (dataBlock === null || dataBlockField === null) return undefined;
  return findField(`${dataBlock.blockName}/${dataBlockField.internalName}`)?.field;
}

function valueNames(internalName: string): (value: string) => string {
  return isCountryName(internalName) ? (code) => COUNTRY_NAMES[code.toUpperCase()] ?? code : (value) => value;
}
