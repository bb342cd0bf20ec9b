import { type FilterGroup, listRules, validateFilter } from '@quarry/filters';
import type { DataPointIndex } from './data-point-index.ts';

/** Why rules cannot be evaluated, by rule id; empty if all rules are valid. */
export function findCriteriaProblems(root: FilterGroup, points: DataPointIndex): Map<string, string> {
  const reasons = new Map(validateFilter(root, points.findField).map(({ ruleId, reason }) => [ruleId, reason]));
  for (const { id, field, configId } of listRules(root)) {
    if (!reasons.has(id)) continue;
    const point = points.find(field);
    if (field === '') reasons.set(id, 'Choose a data point');
    else if (point?.block.isParameterisedWithDynamicConfig === true && points.findField(field, configId) === undefined)
      reasons.set(id, configId === undefined ? 'Choose a configuration' : 'The configuration no longer exists');
    else if (point === undefined) reasons.set(id, 'This data point is not available');
  }
  return reasons;
}
