/** Names something that is derived for companies. */
export interface DerivedRef {
  /** What it is, such as `tag`. */
  readonly kind: string;
  readonly id: string;
}

/** Something that is derived for companies and can use other such things, as a tag whose filter names other tags. */
export interface DerivedNode extends DerivedRef {
  readonly uses: readonly DerivedRef[];
}

const keyOf = ({ kind, id }: DerivedRef): string => `${kind} ${id}`;

/** The nodes that use this one directly. */
export function usersOf<N extends DerivedNode>(nodes: readonly N[], ref: DerivedRef): N[] {
  const key = keyOf(ref);
  return nodes.filter(({ uses }) => uses.some((used) => keyOf(used) === key));
}

/** The nodes that depend on this one, directly or through others, without the node itself. */
export function dependantsOf<N extends DerivedNode>(nodes: readonly N[], ref: DerivedRef): N[] {
  const own = keyOf(ref);
  const reached = new Map([[own, ref]]);
  for (const next of reached.values()) for (const user of usersOf(nodes, next)) reached.set(keyOf(user), user);
  return nodes.filter((node) => keyOf(node) !== own && reached.has(keyOf(node)));
}

/** The shortest dependency cycle through this node, from it back to it; null if there is none. */
export function findCycle<N extends DerivedNode>(nodes: readonly N[], ref: DerivedRef): N[] | null {
  const byKey = new Map(nodes.map((node) => [keyOf(node), node]));
  const start = byKey.get(keyOf(ref));
  if (start === undefined) return null;
  const paths = [{ nodes: [start], last: start }];
  const seen = new Set<N>();
  for (const path of paths) {
    for (const used of path.last.uses) {
      const next = byKey.get(keyOf(used));
      if (next === start) return [...path.nodes, start];
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      paths.push({ nodes: [...path.nodes, next], last: next });
    }
  }
  return null;
}

/**
 * Orders nodes in steps: each node comes after those of them that it uses, and nodes of one step don't use one another.
 * Throws if some use each other in a cycle.
 */
export function inSteps<N extends DerivedNode>(nodes: readonly N[]): N[][] {
  const waiting = new Map(nodes.map((node) => [keyOf(node), node]));
  const steps: N[][] = [];
  while (waiting.size > 0) {
    const step = [...waiting.values()].filter(({ uses }) => !uses.some((used) => waiting.has(keyOf(used))));
    if (step.length === 0) throw new Error(`These use each other in a cycle: ${[...waiting.keys()].join(', ')}`);
    for (const node of step) waiting.delete(keyOf(node));
    steps.push(step);
  }
  return steps;
}
