import { type Choice, listDataBlockFieldOptions, listMarketFieldOptions, MAX_KEYWORD_OPTIONS } from '@quarry/contracts';
import { foldText } from '@quarry/filters';
import { call } from '../../lib/api.ts';
import type { CountedValue, LoadValues } from '../../ui/filter-builder/filter-field.ts';
import { type DataPointIndex, fieldChoices } from './data-point-index.ts';

/** A longer configuration does not fit a request's URL. */
const MAX_CONFIG_IN_URL = 6_000;

/** Suggests values for rules: keywords of the rule's configuration, or values of the universe under it. */
export function valueLoader(clientName: string | undefined, points: DataPointIndex): LoadValues {
  const client = clientName === undefined ? {} : { client: clientName };
  return async (key, search, signal) => {
    const [fieldName = '', configId] = key.split('#', 2);
    const config = configId === undefined ? undefined : points.findConfig(configId);
    const choices = fieldChoices(fieldName);
    const prefix = choices === undefined ? search : '';
    const known = await call(listMarketFieldOptions, { fieldName, prefix }, { ...client, signal });
    if (known.source === 'dataBlockConfiguration') {
      return keywordOptions(config?.config ?? {}, known.keywordOptionsPaths, search);
    }
    if (choices !== undefined) return choiceOptions(choices, known.optionsList, search);
    const dataBlockConfig = JSON.stringify(config?.config ?? null);
    if (config === undefined || encodeURIComponent(dataBlockConfig).length > MAX_CONFIG_IN_URL) {
      return known.optionsList;
    }
    const request = { field: fieldName, search, dataBlockConfig };
    return (await call(listDataBlockFieldOptions, request, { ...client, signal })).values;
  };
}

/** Keywords of a configuration that contain the text, in its order. `paths` name its lists, e.g. `keywords`. */
export function keywordOptions(
  config: Readonly<Record<string, unknown>>,
  paths: readonly string[],
  search: string,
): CountedValue[] {
  const foldedSearch = foldText(search);
  const keywords = paths.flatMap((path) => textsAt(config, path.split('.')));
  return [...new Set(keywords)]
    .filter((keyword) => foldText(keyword).includes(foldedSearch))
    .slice(0, MAX_KEYWORD_OPTIONS)
    .map((value) => ({ value, count: null }));
}

function textsAt(value: unknown, path: readonly string[]): string[] {
  const [key, ...rest] = path;
  if (key === undefined) return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  if (typeof value !== 'object' || value === null) return [];
  return textsAt(new Map(Object.entries(value)).get(key), rest);
}

/** Choices whose label or value contains the text, in list order. */
function choiceOptions(choices: readonly Choice[], counted: readonly CountedValue[], search: string): CountedValue[] {
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  const searchText = search.trim().toLowerCase();
  return choices
    .filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(searchText))
    .map(({ value }) => ({ value, count: counts.get(value) ?? null }));
}
