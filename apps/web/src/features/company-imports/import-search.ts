/** The uploaded file that is mapped, and the import whose mapping it starts from. */
export interface ImportSearch {
  readonly file?: string | undefined;
  readonly from?: string | undefined;
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 64) : undefined;

export function importSearch(query: Record<string, unknown>): ImportSearch {
  const file = idOf(query.file);
  const from = idOf(query.from);
  return { ...(file === undefined ? {} : { file }), ...(from === undefined ? {} : { from }) };
}
