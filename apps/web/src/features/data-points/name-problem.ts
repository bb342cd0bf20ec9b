import type { Client } from '@quarry/contracts';

/** The longest name of a data point. */
export const MAX_DATA_POINT_NAME = 255;

/** The data points of an account, those that are on their way included. */
type NamedFields = Pick<Client, 'companiesSchema' | 'pendingFields'>;

/**
 * Why a data point cannot have the name, in the words of its dialog; null when it can. Names differ in more than case.
 * `fieldName` is the data point's own, null for a new one.
 */
export function nameProblem(name: string, fieldName: string | null, client: NamedFields): string | null {
  if (name.trim() === '') return 'Name cannot be empty';
  return isTaken(name, fieldName, client) ? 'Data point name must be unique' : null;
}

/** The wanted name for a new data point, cut to what fits and with a number behind it where it is taken. */
export function freeName(wanted: string, client: NamedFields): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : ` ${count}`;
    const name = `${wanted.slice(0, MAX_DATA_POINT_NAME - suffix.length).trim()}${suffix}`;
    if (!isTaken(name, null, client)) return name;
  }
}

function isTaken(name: string, fieldName: string | null, { companiesSchema, pendingFields }: NamedFields): boolean {
  const wanted = name.trim().toLowerCase();
  return [...companiesSchema, ...pendingFields].some(
    (field) => field.fieldName !== fieldName && field.displayName.trim().toLowerCase() === wanted,
  );
}
