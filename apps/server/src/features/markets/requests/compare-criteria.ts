import { isDeepStrictEqual } from 'node:util';
import { type DataBlockConfig, findBlockConfig, type MarketRequest } from '@quarry/contracts';
import {
  COUNTRY_NAMES,
  describeFilter,
  describeRule,
  type FilterGroup,
  type FilterRule,
  isCountryName,
  type KnownFields,
  listRules,
} from '@quarry/filters';
import { NO_CONFIGS, parseBlockConfigs, universeFields } from '#server/features/universe/criteria/data-point.ts';
import { findAppError } from '#server/platform/errors.ts';

/** Criteria with the configs that they use. */
export interface CriteriaWithConfigs {
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
}

/** Criteria in plain language. */
export function inWords({ criteria, configs }: CriteriaWithConfigs): string {
  return describeFilter(criteria, fieldsOf(configs), { nameValue });
}

/** What would change from one state of criteria to another, in plain language. */
export function compareCriteria(
  before: CriteriaWithConfigs,
  after: CriteriaWithConfigs,
): Pick<MarketRequest, 'added' | 'removed' | 'otherChanges'> {
  const [old, proposed] = [conditionsOf(before), conditionsOf(after)];
  const added = without(proposed, old);
  const removed = without(old, proposed);
  const isRearranged = added.length === 0 && removed.length === 0 && inWords(before) !== inWords(after);
  const edited = after.configs.filter(({ configId, config }) =>
    before.configs.some((other) => other.configId === configId && !isDeepStrictEqual(other.config, config)),
  );
  return {
    added,
    removed,
    otherChanges: [
      ...(isRearranged ? ['The same conditions are combined in another way.'] : []),
      ...edited.map(({ label }) => `The configuration “${label}” counts something else than before.`),
    ],
  };
}

function conditionsOf({ criteria, configs }: CriteriaWithConfigs): string[] {
  const fields = fieldsOf(configs);
  return listRules(criteria).map((rule) => describeRule(rule, fields, { nameValue }));
}

/** The texts of a list that another one lacks; a text that occurs twice is only matched by two. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Data points under configs that can no longer be read keep their technical names, as those of missing configs do. */
function fieldsOf(configs: readonly DataBlockConfig[]): KnownFields {
  try {
    return universeFields(parseBlockConfigs(configs));
  } catch (error) {
    if (findAppError(error) === null) throw error;
    return universeFields(NO_CONFIGS);
  }
}

function nameValue({ field }: FilterRule, value: string): string | undefined {
  const [blockName = '', name = ''] = field.replace(/#.*/, '').split('/');
  if (isCountryName(name)) return COUNTRY_NAMES[value.toUpperCase()];
  const part = findBlockConfig(blockName)?.parts.find(({ key }) => key === name);
  return part?.kind === 'choices' ? part.choices.find((choice) => choice.value === value)?.label : undefined;
}
