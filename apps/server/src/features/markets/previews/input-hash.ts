import { createHash } from 'node:crypto';
import { type FilterGroup, type FilterNode, isGroup } from '@quarry/filters';
import { findDataPoint } from '#server/features/universe/criteria/data-point.ts';
import { canonicalJson } from '#server/platform/canonical-json.ts';
import type { ParsedCriteria } from './unsaved-criteria.ts';

/** A node without the ids and labels that only editors need. */
function contentOf(node: FilterNode, { configs }: Pick<ParsedCriteria, 'configs'>): unknown {
  if (isGroup(node)) {
    const { combinator, not, rules } = node;
    return [combinator, not === true, rules.map((child) => contentOf(child, { configs }))];
  }
  const { field, configId, operator, value } = node;
  return [findDataPoint(field, configId, configs)?.key ?? null, operator, value ?? null];
}

/** Equal for inputs with the same result: the same rules and configs, on the same day, for the same dataset and universe. */
export function inputHash(
  criteria: FilterGroup,
  parsed: ParsedCriteria,
  context: {
    readonly datasetVersion: string | null;
    /** The ledger's, because the universe changes. */
    readonly revision: string;
    readonly excludedIds: readonly string[];
    /** Anything else that the result depends on. */
    readonly options?: Readonly<Record<string, unknown>>;
  },
): string {
  // Labels of configs are part of a result: they name its columns.
  const configs = [...parsed.configs.values()]
    .map(({ configId, label, block, config }) => ({ configId, label, blockName: block.blockName, config }))
    .toSorted((one, other) => (one.configId < other.configId ? -1 : 1));
  return createHash('sha256')
    .update(
      canonicalJson([
        contentOf(criteria, parsed),
        configs,
        parsed.day,
        context.datasetVersion,
        context.revision,
        context.options ?? {},
      ]),
    )
    .update(context.excludedIds.join())
    .digest('hex');
}
