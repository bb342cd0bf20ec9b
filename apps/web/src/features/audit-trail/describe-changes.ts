/** A changed value as text; null where it is absent. */
export interface ValueChange {
  /** Names joined by ` › `, with list positions counted from 1; empty for the whole value. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Leaves = Map<string, string>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `draftMarketCriteria` as `draft market criteria`. */
function splitCamelCase(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, (_whole, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  if (value === null) return '(none)';
  if (Array.isArray(value)) return value.length === 0 ? '(empty list)' : value.map(textOf).join(', ');
  return typeof value === 'number' ? String(value) : '(empty)';
}

function collect(value: unknown, path: readonly string[], leaves: Leaves): void {
  const children = isRecord(value)
    ? Object.entries(value).map(([name, child]) => [splitCamelCase(name), child] as const)
    : Array.isArray(value) && value.some((child) => typeof child === 'object' && child !== null)
      ? value.map((child: unknown, index) => [String(index + 1), child] as const)
      : [];
  if (children.length === 0) leaves.set(path.join(' › '), textOf(value));
  for (const [name, child] of children) collect(child, [...path, name], leaves);
}

function leavesOf(value: unknown): Leaves {
  const leaves: Leaves = new Map();
  // At the top, null and a record without names mean that nothing was recorded; deeper down they are values.
  const isNothing = value === null || value === undefined || (isRecord(value) && Object.keys(value).length === 0);
  if (!isNothing) collect(value, [], leaves);
  return leaves;
}

/** The differences between two values of any shape, in their order. */
export function describeChanges(before: unknown, after: unknown): ValueChange[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const change = { path, before: old.get(path) ?? null, after: now.get(path) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** The first changed value in words and how many more there are; empty if no values were recorded. */
export function summariseChanges(before: unknown, after: unknown): string {
  const [first, ...others] = describeChanges(before, after);
  if (first === undefined) return '';
  const name = first.path === '' ? '' : `${first.path}: `;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  if (first.before === null) return `${name}${first.after}${more}`;
  return `${name}${first.before} → ${first.after ?? 'removed'}${more}`;
}
