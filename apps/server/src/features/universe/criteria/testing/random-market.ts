import type { DataBlockConfig } from '@quarry/contracts';
import { DEPARTMENTS, SENIORITIES } from '@quarry/contracts';
import {
  type FieldType,
  type FieldValue,
  type FilterGroup,
  type FilterRule,
  type Operator,
  operatorInfo,
  operatorsFor,
  RELATIVE_DATE_UNITS,
  type RuleValue,
} from '@quarry/filters';
import type { Random } from '../../../../../../../packages/filters/testing/random.ts';
import { BLOCKS } from '../../blocks/index.ts';

/** Configs of the five dynamic blocks from words that occur in their texts. */
export function randomConfigs(
  random: Random,
  wordsOf: Readonly<Record<string, readonly string[]>>,
  perBlock: number,
): DataBlockConfig[] {
  const keywords = (table: string, least: number, most: number): string[] =>
    random.some(wordsOf[table] ?? [], least, most).map((word) => {
      const cut = random.chance(0.3) && word.length > 4 ? `${word.slice(0, 4)}*` : word;
      return random.chance(0.2) ? cut.toUpperCase() : cut;
    });
  const countries = (): string[] =>
    random.chance(0.3) ? [random.pick(['region:Europe', 'US', 'region:APAC', 'DE'])] : [];
  const makers: Readonly<Record<string, () => Record<string, unknown>>> = {
    jobs: () => ({
      ...random.pick([{}, { onlyOpenJobs: false }, { onlyOldJobs: true }]),
      titleKeywords: keywords('title', 0, 3),
      descriptionKeywords: keywords('description', 0, 1),
      negativeTitleKeywords: keywords('title', 0, 1),
      countries: countries(),
    }),
    team_members: () => ({
      countries: countries(),
      departments: random.some(DEPARTMENTS, 0, 2),
      seniorities: random.some(SENIORITIES, 1, 3),
      positionKeywords: keywords('position', 0, 2),
      negativePositionKeywords: keywords('position', 0, 1),
    }),
    software_reviews: () => ({
      positiveKeywords: keywords('review', 1, 3),
      negativeKeywords: keywords('review', 0, 1),
    }),
    software_features: () => ({ keywords: keywords('feature', 1, 3) }),
    main_page_text: () => ({ keywords: keywords('text', 1, 3) }),
  };
  return Object.entries(makers).flatMap(([blockName, make]) =>
    Array.from({ length: perBlock }, (_, at) => ({
      configId: `${blockName}-${at}`,
      blockName,
      label: `${blockName} ${at}`,
      config: make(),
    })),
  );
}

/** A field that rules can name, with values that occur in it. */
interface AskedField {
  readonly field: string;
  readonly configId?: string;
  readonly type: FieldType;
  readonly isDomain: boolean;
  readonly values: readonly FieldValue[];
}

/** Every field of the universe, given the values of its companies by key. */
export function askedFields(
  configs: readonly DataBlockConfig[],
  values: readonly Readonly<Record<string, FieldValue>>[],
): { statics: AskedField[]; dynamics: AskedField[] } {
  const valuesOf = (key: string) => values.map((row) => row[key]).filter((value) => value !== null && value !== '');
  const statics: AskedField[] = [];
  const dynamics: AskedField[] = [];
  for (const block of BLOCKS) {
    for (const { internalName, type, isDomain = false } of block.fields) {
      const field = `${block.blockName}/${internalName}`;
      if (!block.isParameterisedWithDynamicConfig) statics.push({ field, type, isDomain, values: valuesOf(field) });
      for (const { configId } of configs.filter(({ blockName }) => blockName === block.blockName)) {
        dynamics.push({ field, configId, type, isDomain, values: valuesOf(`${field}#${configId}`) });
      }
    }
  }
  return { statics, dynamics };
}

/** The oracle knows whether it says something, not what. */
const UNREAD_FIELD = 'main_page_text/snippet';

/** Criteria as somebody might build them, up to four groups deep. */
export function randomMarket(
  random: Random,
  { statics, dynamics }: { statics: readonly AskedField[]; dynamics: readonly AskedField[] },
): FilterGroup {
  let ids = 0;
  // Several rules on one config are what sharing its rows is for.
  const favourites = [random.pick(dynamics).configId, random.pick(dynamics).configId];
  const own = dynamics.filter(({ configId }) => favourites.includes(configId));
  const rule = (): FilterRule => {
    const asked = random.pick(random.chance(0.45) ? own : random.chance(0.2) ? dynamics : statics);
    const operators = operatorsFor(asked.type, { staff: true });
    const operator = random.pick(
      asked.field === UNREAD_FIELD ? operators.filter((name) => name.toLowerCase().endsWith('exists')) : operators,
    );
    const { field, configId } = asked;
    const value = operand(random, asked, operator);
    const base = { id: `n${++ids}`, operator, ...(value !== undefined && { value }) };
    if (configId === undefined) return { ...base, field };
    return random.chance(0.5) ? { ...base, field, configId } : { ...base, field: `${field}#${configId}` };
  };
  const group = (depth: number): FilterGroup => ({
    id: `n${++ids}`,
    combinator: random.pick(['and', 'or'] as const),
    not: random.chance(0.25),
    rules: Array.from({ length: random.chance(0.03) ? 0 : random.integer(1, 4) }, () =>
      depth < 4 && random.chance(0.3) ? group(depth + 1) : rule(),
    ),
  });
  return group(1);
}

function operand(random: Random, { type, isDomain, values }: AskedField, operator: Operator): RuleValue | undefined {
  const some = (): FieldValue => (values.length === 0 ? null : random.pick(values));
  const number = (): number => {
    const value = some();
    return typeof value === 'number' ? value + random.pick([0, 0, 1, -1]) : random.integer(0, 5);
  };
  const day = (): string => {
    const value = some();
    return typeof value === 'string' && type === 'Date' ? value : `20${random.integer(10, 26)}-05-17`;
  };
  const text = (): string => {
    const value = some();
    const whole = Array.isArray(value) ? (value.length === 0 ? 'x' : String(random.pick(value))) : String(value ?? 'x');
    if (isDomain) return random.chance(0.3) ? `https://www.${whole}/about` : whole;
    const isPart =
      random.chance(0.5) && !['isOneOf', 'notOneOf', 'containsAnyOf', 'notContainsAnyOf'].includes(operator);
    const cut = isPart ? whole.slice(0, random.integer(1, 8)) : whole.slice(0, 900);
    const cased = random.chance(0.3) ? cut.toUpperCase() : cut;
    return cased.trim() === '' ? 'e' : cased;
  };
  switch (operatorInfo(operator).valueKind) {
    case 'none':
      return undefined;
    case 'texts':
      return Array.from({ length: random.integer(1, 4) }, text);
    case 'text':
      return operator.endsWith('Regex') ? random.pick(['^s', 'a+b?', 'o[nr]', '[0-9]{2}', 'ing$', 'e.*e']) : text();
    case 'number':
      return number();
    case 'count':
      return random.integer(0, 4);
    case 'numberRange':
      return [number(), number()];
    case 'date':
      return day();
    case 'dateRange':
      return [day(), day()];
    case 'relativeDate':
      return { amount: random.integer(0, 40), unit: random.pick(RELATIVE_DATE_UNITS) };
  }
}
