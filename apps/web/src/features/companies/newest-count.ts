interface Counted {
  readonly count: number;
  /** When the server answered, in milliseconds. */
  readonly at: number;
}

/** The count of the newer answer; null without one. */
export function newestCount(one: Counted | null, other: Counted | null): number | null {
  if (one === null || other === null) return (one ?? other)?.count ?? null;
  return one.at >= other.at ? one.count : other.count;
}
