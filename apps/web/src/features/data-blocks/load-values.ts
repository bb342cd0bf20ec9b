import { type Choice, listDataBlockFieldOptions, listMarketFieldOptions, MAX_KEYWORD_OPTIONS } from '@quarry/contracts';
import { foldText } from '@quarry/filters';
import { call } from '../../lib/api.ts';
import type { CountedValue, LoadValues } from '../../ui/filter-builder/filter-field.ts';
import { type DataPointIndex, fieldChoices } from './data-point-index.ts';

/** The longest configuration that still fits the address of a request. */
const MAX_CONFIG_IN_ADDRESS = 6_000;

/** Suggested values for rules: keywords of the rule's configuration, or values of the universe under it. */
export function valueLoader(clientName: string, points: DataPointIndex): LoadValues {
  return async (key, search, signal) => {
    const [fieldName = '', configId] = key.split('#', 2);
    const config = configId === undefined ? undefined : points.findConfig(configId);
    const choices = fieldChoices(fieldName);
    const prefix = choices === undefined ? search : '';
    const known = await call(listMarketFieldOptions, { fieldName, prefix }, { client: clientName, signal });
    if (known.source === 'dataBlockConfiguration') {
      return keywordOptions(config?.config ?? {}, known.keywordOptionsPaths, search);
    }
    if (choices !== undefined) return choiceOptions(choices, known.optionsList, search);
    const dataBlockConfig = JSON.stringify(config?.config ?? null);
    if (config === undefined || encodeURIComponent(dataBlockConfig).length > MAX_CONFIG_IN_ADDRESS) {
      return known.optionsList;
    }
    const request = { field: fieldName, search, dataBlockConfig };
    return (await call(listDataBlockFieldOptions, request, { client: clientName, signal })).values;
  };
}

/** The keywords of a configuration, in its own order, that contain the text. `paths` name lists, e.g. `keywords`. */
export function keywordOptions(
  config: Readonly<Record<string, unknown>>,
  paths: readonly string[],
  search: string,
): CountedValue[] {
  const wanted = foldText(search);
  const keywords = paths.flatMap((path) => textsAt(config, path.split('.')));
  return [...new Set(keywords)]
    .filter((keyword) => foldText(keyword).includes(wanted))
    .slice(0, MAX_KEYWORD_OPTIONS)
    .map((value) => ({ value, count: null }));
}

function textsAt(value: unknown, path: readonly string[]): string[] {
  const [step, ...rest] = path;
  if (step === undefined) return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  if (typeof value !== 'object' || value === null) return [];
  return textsAt(new Map(Object.entries(value)).get(step), rest);
}

/** A closed list in its own order, found by the names that people read. */
function choiceOptions(choices: readonly Choice[], counted: readonly CountedValue[], search: string): CountedValue[] {
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  const wanted = search.trim().toLowerCase();
  return choices
    .filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(wanted))
    .map(({ value }) => ({ value, count: counts.get(value) ?? null }));
}
