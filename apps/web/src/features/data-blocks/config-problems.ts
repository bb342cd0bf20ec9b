import { type DataBlockConfig, MAX_CONFIG_LABEL } from '@quarry/contracts';
import { KEYWORD_LIMITS } from '@quarry/filters';
import { configForm } from './config-forms.ts';
import { type ConfigValues, listOf } from './config-values.ts';

const SAVE_AS_NEW = 'Name must be unique to save as new';

function isTaken(label: string, others: readonly DataBlockConfig[]): boolean {
  const wanted = label.trim().toLowerCase();
  return others.some((config) => config.label.trim().toLowerCase() === wanted);
}

/** Why a label cannot be saved; null when it can. `configs` are those of the block, `configId` the label's own one. */
export function labelProblem(
  label: string,
  configs: readonly DataBlockConfig[],
  configId: string | null,
): string | null {
  if (label.trim() === '') return 'Please provide a unique name for this data point';
  if (label.trim().length > MAX_CONFIG_LABEL) return `A name can have at most ${MAX_CONFIG_LABEL} characters`;
  const others = configs.filter((config) => config.configId !== configId);
  return isTaken(label, others) ? 'Name must be unique' : null;
}

/** Why an edited configuration cannot be saved under a label of its own; null when it can. */
export function saveAsNewProblem(label: string, configs: readonly DataBlockConfig[]): string | null {
  const problem = labelProblem(label, configs, null);
  return problem === null || !isTaken(label, configs) ? problem : SAVE_AS_NEW;
}

/** What is wrong with a configuration: by the name of the list, and under '' what concerns all of it. */
export function configProblems(blockName: string, config: ConfigValues): ReadonlyMap<string, string> {
  const form = configForm(blockName);
  const problems = new Map<string, string>();
  if (form === undefined) return problems;
  for (const part of form.parts) {
    if (part.kind !== 'keywords') continue;
    const problem = keywordsProblem(listOf(config, part.key));
    if (problem !== null) problems.set(part.key, problem);
  }
  const { needsOneOf, needMessage } = form;
  if (needsOneOf.length > 0 && needsOneOf.every((key) => listOf(config, key).length === 0)) {
    const [only] = needsOneOf;
    problems.set(needsOneOf.length === 1 && only !== undefined ? only : '', needMessage);
  }
  return problems;
}

function keywordsProblem(keywords: readonly string[]): string | null {
  const { perList, length, doubleWildcards } = KEYWORD_LIMITS;
  if (keywords.length > perList) return `At most ${perList} keywords`;
  const long = keywords.find((keyword) => keyword.length > length);
  if (long !== undefined) return `“${long.slice(0, 40)}…” is too long: a keyword can have at most ${length} characters`;
  const wild = keywords.find((keyword) => keyword.split('**').length - 1 > doubleWildcards);
  if (wild !== undefined) return `“${wild}” holds ** too often: a keyword can hold it at most ${doubleWildcards} times`;
  return null;
}
