import { blockConfig, type CriteriaGroup, criteriaGroup } from '@quarry/contracts';
import { summariseValues } from '../../data-blocks/summarise-config.ts';

/** A group of criteria, described like a configuration, so that form, summary and validation follow from it. */
export const personaCriteria = blockConfig('personas', 'People', criteriaGroup);

/** A group in one sentence, e.g. `People with “sales” in the position, in Europe`. */
export function summariseGroup(group: CriteriaGroup): string {
  return summariseValues(personaCriteria, group);
}
