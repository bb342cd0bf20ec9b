import type { FieldType } from '@quarry/filters';

/** What a CRM's field holds, whatever the CRM calls its type. `options` takes several of a list, `option` one. */
export type FieldShape = 'text' | 'number' | 'date' | 'boolean' | 'option' | 'options';

export const NUMBERS = ['Number', 'Percentage', 'Currency'] as const;
export const LISTS = ['Multipicklist', 'Array'] as const;
export const ALL_TYPES: readonly FieldType[] = ['String', 'Picklist', ...NUMBERS, 'Date', 'Boolean', ...LISTS];

/** The types of data points that can be written to a field; a text only fits a number if it can be read as one. */
export function typesAcceptedBy(shape: FieldShape, options: readonly FieldOption[] | null): readonly FieldType[] {
  switch (shape) {
    case 'text':
      return ALL_TYPES;
    case 'number':
      return ['String', 'Picklist', ...NUMBERS];
    case 'date':
      return ['Date'];
    case 'boolean':
      return ['Boolean'];
    case 'option':
      return ['Picklist', ...LISTS, ...(hasYesAndNo(options ?? []) ? (['Boolean'] as const) : [])];
    case 'options':
      return ['Picklist', ...LISTS];
  }
}

export interface FieldOption {
  readonly label: string;
  readonly value: string;
}

/** The option with this label or value, in whatever case. */
export function findOption<Option extends FieldOption>(options: readonly Option[], text: string): Option | undefined {
  const wanted = fold(text);
  return (
    options.find((option) => fold(option.value) === wanted) ?? options.find((option) => fold(option.label) === wanted)
  );
}

/** Labels for new options: without blanks around them, each once in whatever case, none empty. */
export function optionLabels(labels: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const label of labels) if (!distinct.has(fold(label))) distinct.set(fold(label), label.trim());
  return [...distinct.values()].filter((label) => label !== '');
}

const fold = (text: string) => text.trim().toLowerCase();

const hasYesAndNo = (options: readonly FieldOption[]) =>
  findOption(options, 'Yes') !== undefined && findOption(options, 'No') !== undefined;
