/** One value that differs between before and after, as text; null where there was or is none. */
export interface ValueChange {
  /** Where it is: names joined by ` › `, list places counted from 1; empty for the whole. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Leaves = Map<string, string>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `draftMarketCriteria` as `draft market criteria`. */
function words(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, (_whole, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  if (value === null) return '(none)';
  if (Array.isArray(value)) return value.length === 0 ? '(empty list)' : value.map(textOf).join(', ');
  return typeof value === 'number' ? String(value) : '(empty)';
}

function collect(value: unknown, path: readonly string[], into: Leaves): void {
  const inner = isRecord(value)
    ? Object.entries(value).map(([name, part]) => [words(name), part] as const)
    : Array.isArray(value) && value.some((part) => typeof part === 'object' && part !== null)
      ? value.map((part: unknown, index) => [String(index + 1), part] as const)
      : [];
  if (inner.length === 0) into.set(path.join(' › '), textOf(value));
  for (const [name, part] of inner) collect(part, [...path, name], into);
}

function leavesOf(value: unknown): Leaves {
  const leaves: Leaves = new Map();
  // Nothing was kept, which is not the same as a value that is null.
  if (value !== null && value !== undefined) collect(value, [], leaves);
  return leaves;
}

/** What differs between two values of any shape, in the order in which it stands there. */
export function describeChanges(before: unknown, after: unknown): ValueChange[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const change = { path, before: old.get(path) ?? null, after: now.get(path) ?? null };
    return change.before === change.after ? [] : [change];
  });
}
