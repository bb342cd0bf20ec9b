import type { Client } from '@quarry/contracts';

export const MAX_DATA_POINT_NAME = 255;

type NamedFields = Pick<Client, 'companiesSchema' | 'pendingFields'>;

/** Why a data point cannot have this name; null if it can. `fieldName` is null for a new data point. */
export function nameProblem(name: string, fieldName: string | null, client: NamedFields): string | null {
  if (name.trim() === '') return 'Name cannot be empty';
  return isTaken(name, fieldName, client) ? 'Data point name must be unique' : null;
}

/** The suggested name, cut to the limit and numbered if it is taken. */
export function availableName(suggested: string, client: NamedFields): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : ` ${count}`;
    const name = `${suggested.slice(0, MAX_DATA_POINT_NAME - suffix.length).trim()}${suffix}`;
    if (!isTaken(name, null, client)) return name;
  }
}

function isTaken(name: string, fieldName: string | null, { companiesSchema, pendingFields }: NamedFields): boolean {
  const normalised = name.trim().toLowerCase();
  return [...companiesSchema, ...pendingFields].some(
    (field) => field.fieldName !== fieldName && field.displayName.trim().toLowerCase() === normalised,
  );
}
