/** A value from outside as a text: none is empty, and lists and objects are JSON. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
