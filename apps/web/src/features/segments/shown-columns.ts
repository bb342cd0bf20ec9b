import { type SchemaField, SEGMENTS_FIELD } from '@quarry/contracts';
import { type FilterGroup, listRules } from '@quarry/filters';
import { nameField, visibleFields } from '../datasets/fields.ts';

/** The schema of a segment's table: the company's name, then the chosen data points or those that the filters use. */
export function shownSchema(
  schema: readonly SchemaField[],
  selectedColumns: readonly string[] | null,
  filters: FilterGroup | null,
): SchemaField[] {
  const name = nameField(schema);
  const used = filters === null ? [] : listRules(filters).map(({ field }) => field);
  const byName = new Map(visibleFields(schema).map((field) => [field.fieldName, field]));
  const shown = [...new Set(selectedColumns ?? used)].flatMap((column) => byName.get(column) ?? []);
  // A rule on segments would show the segment that one looks at in every row.
  const others = shown.filter(
    (field) => field !== name && (selectedColumns !== null || field.fieldName !== SEGMENTS_FIELD),
  );
  return name === undefined ? others : [name, ...others];
}
