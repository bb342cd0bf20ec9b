import type { SchemaField } from '@quarry/contracts';

/** Why a data point cannot have the name, in the words of its dialog; null when it can. Names differ in more than case. */
export function nameProblem(name: string, fieldName: string, schema: readonly SchemaField[]): string | null {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return 'Name cannot be empty';
  const isTaken = schema.some(
    (field) => field.fieldName !== fieldName && field.displayName.trim().toLowerCase() === wanted,
  );
  return isTaken ? 'Data point name must be unique' : null;
}
