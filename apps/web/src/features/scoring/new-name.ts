const PRODUCT = 'Quarry';

/** The name of a new scoring field: the first free 'Quarry Score 1', 'Quarry Score 2' and so on. */
export function newScoringName(taken: readonly string[]): string {
  const names = new Set(taken.map((name) => name.trim().toLowerCase()));
  let counter = 1;
  while (names.has(`${PRODUCT} Score ${counter}`.toLowerCase())) counter += 1;
  return `${PRODUCT} Score ${counter}`;
}
