import type { CompanyMapping, ImportedField } from '@quarry/contracts';

/** The columns that fill each field; the first that is not empty counts. */
export type FieldColumns = Partial<Record<ImportedField, readonly string[]>>;

/** The fields that a column fills. */
export function fieldsOfColumn(fields: FieldColumns, column: string): ImportedField[] {
  const found: ImportedField[] = [];
  let field: ImportedField;
  for (field in fields) if (fields[field]?.includes(column) === true) found.push(field);
  return found;
}

/** The mapping in which a column fills these fields; the order of a field's other columns stays. */
export function withFieldsOfColumn(
  fields: FieldColumns,
  column: string,
  chosen: readonly ImportedField[],
): FieldColumns {
  const next: FieldColumns = {};
  for (const field of new Set([...fieldsOf(fields), ...chosen])) {
    const others = fields[field] ?? [];
    const isChosen = chosen.includes(field);
    const columns = isChosen ? [...new Set([...others, column])] : others.filter((other) => other !== column);
    if (columns.length > 0) next[field] = columns;
  }
  return next;
}

function fieldsOf(fields: FieldColumns): ImportedField[] {
  const names: ImportedField[] = [];
  let field: ImportedField;
  for (field in fields) names.push(field);
  return names;
}

/** The draft as it is sent. */
export function toMapping(fields: FieldColumns, source: string): CompanyMapping {
  const sent: CompanyMapping['fields'] = {};
  for (const field of fieldsOf(fields)) sent[field] = [...(fields[field] ?? [])];
  const name = source.trim();
  return name === '' ? { fields: sent } : { source: name, fields: sent };
}

/** A mapping that was sent before, as a draft. */
export function fromMapping({ fields }: CompanyMapping): FieldColumns {
  const draft: FieldColumns = {};
  let field: ImportedField;
  for (field in fields) draft[field] = [fields[field] ?? []].flat();
  return draft;
}
