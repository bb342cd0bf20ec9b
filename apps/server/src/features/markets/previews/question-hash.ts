import { createHash } from 'node:crypto';
import { type FilterGroup, type FilterNode, isGroup } from '@quarry/filters';
import { findDataPoint } from '#server/features/universe/criteria/data-point.ts';
import type { ReadCriteria } from './unsaved-criteria.ts';

/** JSON with the keys in order, so that equal contents give equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}

/** What a node asks, without the ids and labels that only editors need. */
function contentOf(node: FilterNode, { configs }: Pick<ReadCriteria, 'configs'>): unknown {
  if (isGroup(node)) {
    const { combinator, not, rules } = node;
    return [combinator, not === true, rules.map((child) => contentOf(child, { configs }))];
  }
  const { field, configId, operator, value } = node;
  return [findDataPoint(field, configId, configs)?.key ?? null, operator, value ?? null];
}

/**
 * Equal for questions that have the same answer: the same rules over the same configurations, asked on the same day for
 * the same dataset.
 */
export function questionHash(
  criteria: FilterGroup,
  read: ReadCriteria,
  more: {
    readonly datasetVersion: string | null;
    readonly excludedIds: readonly string[];
    /** Whatever else the answer depends on. */
    readonly options?: Readonly<Record<string, unknown>>;
  },
): string {
  // Labels of configurations are part of an answer: they name its columns.
  const configs = [...read.configs.values()]
    .map(({ configId, label, block, config }) => ({ configId, label, blockName: block.blockName, config }))
    .toSorted((one, other) => (one.configId < other.configId ? -1 : 1));
  return createHash('sha256')
    .update(canonical([contentOf(criteria, read), configs, read.day, more.datasetVersion, more.options ?? {}]))
    .update(more.excludedIds.join())
    .digest('hex');
}
