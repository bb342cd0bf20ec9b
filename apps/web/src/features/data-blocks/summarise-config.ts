import { type BlockConfig, type ConfigPart, type ConfigValues, findBlockConfig, listOf } from '@quarry/contracts';
import { countryLabel } from '../../ui/filter-builder/text-list.ts';

const MAX_NAMED = 5;

/** One sentence without a full stop, e.g. `Open jobs with “sales” in the title, in Europe`. */
export function summariseConfig(blockName: string, config: ConfigValues): string {
  const description = findBlockConfig(blockName);
  if (description === undefined) return Object.keys(config).length === 0 ? 'Everything' : 'Set up for this account';
  return summariseValues(description, config);
}

export function summariseValues(description: BlockConfig, config: ConfigValues): string {
  const clauses = description.parts
    .toSorted((one, other) => rank(one) - rank(other))
    .map((part) => clause(part, listOf(config, part.key)))
    .filter((text) => text !== '');
  return [description.subject(config), clauses.join(', ')].filter((text) => text !== '').join(' ');
}

/** Exclusions follow inclusions; places come last. */
function rank(part: ConfigPart): number {
  if (part.kind === 'countries') return 2;
  return part.kind === 'keywords' && part.isNegative ? 1 : 0;
}

function clause(part: ConfigPart, values: readonly string[]): string {
  if (part.kind === 'openness' || values.length === 0) return '';
  const names = values.map((value) => entryName(part, value));
  return part.phrase.replace('{}', () =>
    joinWords(part.kind === 'keywords' ? names.map((name) => `“${name}”`) : names),
  );
}

/** The display name of a list entry. */
export function entryName(part: ConfigPart, value: string): string {
  if (part.kind === 'countries') return countryLabel(value);
  if (part.kind !== 'choices') return value;
  return part.choices.find((choice) => choice.value === value)?.label ?? value;
}

/** `a`, `a or b`, `a, b or c`; a long list ends in `or 2 more`. */
function joinWords(words: readonly string[]): string {
  const named = words.slice(0, MAX_NAMED);
  const rest = words.length - named.length;
  if (rest > 0) return `${named.join(', ')} or ${rest} more`;
  const last = named.pop();
  if (last === undefined) return '';
  return named.length === 0 ? last : `${named.join(', ')} or ${last}`;
}
