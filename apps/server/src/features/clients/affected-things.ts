import type { BreakingChange, ConfigImpact } from '@quarry/contracts';
import { dependantsOf } from '#server/features/datasets/dependencies.ts';
import type { DefinedNode } from '#server/features/datasets/derived-nodes.ts';
import type { ChangedColumns } from './changed-columns.ts';
import type { ColumnUse } from './config-users.ts';

type Affected = ConfigImpact['affected'][number];

const KIND_OF_NODE = { tag: 'tag', segment: 'segment', score: 'scoring' } as const;

/**
 * The users of columns that change, and the tags, segments and scores that depend on these. Those that evaluate a column
 * which vanishes are broken. What uses a renamed column follows it, so nothing happens to it.
 */
export function affectedThings(
  columns: ChangedColumns,
  breaking: readonly BreakingChange[],
  uses: readonly ColumnUse[],
  nodes: readonly DefinedNode[],
): Affected[] {
  const renamed = new Set(breaking.flatMap(({ kind, fieldName }) => (kind === 'RENAMED' ? [fieldName] : [])));
  const broken = [...columns.vanishing, ...breaking.map(({ fieldName }) => fieldName)];
  const gone = new Set(broken.filter((fieldName) => !renamed.has(fieldName)));
  const changing = new Set([...gone, ...columns.recomputed]);
  const direct = uses
    .filter(({ fieldName }) => changing.has(fieldName))
    .map(({ fieldName, ...use }): Affected => ({ ...use, isBroken: use.use !== 'column' && gone.has(fieldName) }));
  const hit = new Set(direct.filter(({ use }) => use !== 'column').map(({ kind, id }) => `${kind} ${id}`));
  const dependants = nodes
    .filter((node) => hit.has(`${KIND_OF_NODE[node.kind]} ${node.id}`))
    .flatMap((node) => dependantsOf(nodes, node))
    .map(({ kind, id, name }): Affected => ({ kind: KIND_OF_NODE[kind], id, name, use: 'rule', isBroken: false }));
  const byKey = new Map<string, Affected>();
  for (const thing of [...direct, ...dependants]) {
    const key = `${thing.kind} ${thing.id} ${thing.use}`;
    const known = byKey.get(key);
    if (known?.isBroken !== true) byKey.set(key, thing);
  }
  return [...byKey.values()];
}
