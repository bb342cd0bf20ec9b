/** A reference to something derived for companies. */
export interface DerivedRef {
  /** Such as `tag`. */
  readonly kind: string;
  readonly id: string;
}

/** Something derived for companies that can use others, such as a tag whose filter names other tags. */
export interface DerivedNode extends DerivedRef {
  readonly uses: readonly DerivedRef[];
}

const keyOf = ({ kind, id }: DerivedRef): string => `${kind} ${id}`;

/** The nodes that use this one directly. */
export function usersOf<N extends DerivedNode>(nodes: readonly N[], ref: DerivedRef): N[] {
  const key = keyOf(ref);
  return nodes.filter(({ uses }) => uses.some((used) => keyOf(used) === key));
}

/** The nodes that depend on this one, directly or transitively, without the node itself. */
export function dependantsOf<N extends DerivedNode>(nodes: readonly N[], ref: DerivedRef): N[] {
  const own = keyOf(ref);
  const reached = new Map([[own, ref]]);
  for (const next of reached.values()) for (const user of usersOf(nodes, next)) reached.set(keyOf(user), user);
  return nodes.filter((node) => keyOf(node) !== own && reached.has(keyOf(node)));
}

/** The shortest dependency cycle through this node, listing it first and last; null if there is none. */
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
 * Sorts nodes into layers: a node's dependencies are in earlier layers, so the nodes of one layer don't use one
 * another. Throws if there is a cycle.
 */
export function topologicalLayers<N extends DerivedNode>(nodes: readonly N[]): N[][] {
  const waiting = new Map(nodes.map((node) => [keyOf(node), node]));
  const layers: N[][] = [];
  while (waiting.size > 0) {
    const layer = [...waiting.values()].filter(({ uses }) => !uses.some((used) => waiting.has(keyOf(used))));
    if (layer.length === 0) throw new Error(`These use each other in a cycle: ${[...waiting.keys()].join(', ')}`);
    for (const node of layer) waiting.delete(keyOf(node));
    layers.push(layer);
  }
  return layers;
}
