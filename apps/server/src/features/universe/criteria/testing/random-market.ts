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
  positiveOf,
  RELATIVE_DATE_UNITS,
  type RuleValue,
} from '@quarry/filters';
import { anyTree } from '@quarry/filters/testing/random-criteria';
import fc from 'fast-check';
import { BLOCKS } from '../../blocks/index.ts';

/** Configs of the dynamic blocks, with keywords that occur in their texts. */
export function anyConfigs(
  wordsOf: Readonly<Record<string, readonly string[]>>,
  perBlock: number,
): fc.Arbitrary<DataBlockConfig[]> {
  const keywords = (column: string, minLength: number, maxLength: number): fc.Arbitrary<string[]> => {
    const word = fc.record({
      word: fc.constantFrom(...(wordsOf[column] ?? [])),
      isCut: fc.constantFrom(false, false, true),
      isUpperCase: fc.constantFrom(false, false, false, false, true),
    });
    const keyword = word.map(({ word, isCut, isUpperCase }) => {
      const cut = isCut && word.length > 4 ? `${word.slice(0, 4)}*` : word;
      return isUpperCase ? cut.toUpperCase() : cut;
    });
    return fc.array(keyword, { minLength, maxLength });
  };
  const countries = fc.constantFrom([], [], [], [], [], ['region:Europe'], ['US'], ['region:APAC'], ['DE']);
  const blocks: Readonly<Record<string, fc.Arbitrary<Record<string, unknown>>>> = {
    jobs: fc
      .record({
        jobs: fc.constantFrom({}, { onlyOpenJobs: false }, { onlyOldJobs: true }),
        titleKeywords: keywords('title', 0, 3),
        descriptionKeywords: keywords('description', 0, 1),
        negativeTitleKeywords: keywords('title', 0, 1),
        countries,
      })
      .map(({ jobs, ...others }) => ({ ...jobs, ...others })),
    team_members: fc.record({
      countries,
      departments: fc.array(fc.constantFrom(...DEPARTMENTS), { maxLength: 2 }),
      seniorities: fc.array(fc.constantFrom(...SENIORITIES), { minLength: 1, maxLength: 3 }),
      positionKeywords: keywords('position', 0, 2),
      negativePositionKeywords: keywords('position', 0, 1),
    }),
    software_reviews: fc.record({
      positiveKeywords: keywords('review', 1, 3),
      negativeKeywords: keywords('review', 0, 1),
    }),
    software_features: fc.record({ keywords: keywords('feature', 1, 3) }),
    main_page_text: fc.record({ keywords: keywords('text', 1, 3) }),
  };
  const ofBlocks = Object.entries(blocks).map(([blockName, config]) =>
    fc
      .array(config, { minLength: perBlock, maxLength: perBlock })
      .map((made) =>
        made.map((config, at) => ({ configId: `${blockName}-${at}`, blockName, label: `${blockName} ${at}`, config })),
      ),
  );
  return fc.tuple(...ofBlocks).map((made) => made.flat());
}

/** A field for rules, with values that occur in it. */
interface CriteriaField {
  readonly field: string;
  readonly configId?: string;
  readonly type: FieldType;
  readonly isDomain: boolean;
  readonly values: readonly FieldValue[];
}

interface CriteriaFields {
  readonly statics: readonly CriteriaField[];
  readonly dynamics: readonly CriteriaField[];
}

/** Every field of the universe, with the values of its companies. */
export function criteriaFields(
  configs: readonly DataBlockConfig[],
  values: readonly Readonly<Record<string, FieldValue>>[],
): CriteriaFields {
  const valuesOf = (key: string) => values.map((row) => row[key]).filter((value) => value !== null && value !== '');
  const statics: CriteriaField[] = [];
  const dynamics: CriteriaField[] = [];
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

/** The oracle knows only if this field has a value. */
const OPAQUE_FIELD = 'main_page_text/snippet';

/** Realistic criteria. Many rules share a config, to test that its rows are aggregated once for all of them. */
export function anyMarket({ statics, dynamics }: CriteriaFields): fc.Arbitrary<FilterGroup> {
  const ofConfigs = Map.groupBy(dynamics, ({ configId }) => configId);
  const rules = [...ofConfigs.values()].map((fields) => fc.oneof(...fields.map(anyRule)));
  const anyStatic = fc.oneof(...statics.map(anyRule));
  const anyDynamic = fc.oneof(...rules);
  return fc
    .tuple(fc.nat(rules.length - 1), fc.nat(rules.length - 1))
    .chain(([first, second]) =>
      anyTree(
        fc.oneof(
          { weight: 44, arbitrary: anyStatic },
          { weight: 11, arbitrary: anyDynamic },
          { weight: 23, arbitrary: rules[first] ?? anyDynamic },
          { weight: 22, arbitrary: rules[second] ?? anyDynamic },
        ),
      ),
    );
}

function anyRule(criteriaField: CriteriaField): fc.Arbitrary<FilterRule> {
  const { field, configId, type } = criteriaField;
  const operators = operatorsFor(type, { staff: true }).filter(
    (operator) => field !== OPAQUE_FIELD || positiveOf(operator).positive === 'exists',
  );
  const names = configId === undefined ? [{ field }] : [{ field, configId }, { field: `${field}#${configId}` }];
  const ofOperators = operators.map((operator) =>
    fc.tuple(fc.constantFrom(...names), anyOperand(criteriaField, operator)).map(([name, value]) => ({
      id: '',
      operator,
      ...name,
      ...(value !== undefined && { value }),
    })),
  );
  return fc.oneof(...ofOperators);
}

const PATTERNS = ['^s', 'a+b?', 'o[nr]', '[0-9]{2}', 'ing$', 'e.*e'] as const;

function anyOperand(field: CriteriaField, operator: Operator): fc.Arbitrary<RuleValue | undefined> {
  const { type, values } = field;
  const numbers = values.filter((value) => typeof value === 'number');
  const number =
    numbers.length === 0
      ? fc.nat(5)
      : fc.tuple(fc.constantFrom(...numbers), fc.constantFrom(0, 0, 1, -1)).map(([value, offset]) => value + offset);
  const days = values.filter((value) => typeof value === 'string');
  const day =
    type === 'Date' && days.length > 0
      ? fc.constantFrom(...days)
      : fc.integer({ min: 2010, max: 2026 }).map((year) => `${year}-05-17`);
  switch (operatorInfo(operator).valueKind) {
    case 'none':
      return fc.constant(undefined);
    case 'texts':
      return fc.array(anyInput(field, operator), { minLength: 1, maxLength: 4 });
    case 'text':
      return positiveOf(operator).positive === 'matchesRegex'
        ? fc.constantFrom(...PATTERNS)
        : anyInput(field, operator);
    case 'number':
      return number;
    case 'count':
      return fc.nat(4);
    case 'numberRange':
      return fc.tuple(number, number);
    case 'date':
      return day;
    case 'dateRange':
      return fc.tuple(day, day);
    case 'relativeDate':
      return fc.record({ amount: fc.nat(40), unit: fc.constantFrom(...RELATIVE_DATE_UNITS) });
  }
}

/** A value of the field as a person might type it; cut if the operator searches for parts. */
function anyInput({ isDomain, values }: CriteriaField, operator: Operator): fc.Arbitrary<string> {
  const texts = values.flatMap((value) => value ?? []).map(String);
  const whole = fc.constantFrom('x', ...texts);
  if (isDomain) return fc.tuple(whole, fc.nat(9)).map(([text, at]) => (at < 3 ? `https://www.${text}/about` : text));
  const isWhole = ['isOneOf', 'containsAnyOf'].includes(positiveOf(operator).positive);
  return fc
    .record({
      text: whole,
      length: isWhole ? fc.constant(900) : fc.oneof(fc.constant(900), fc.integer({ min: 1, max: 8 })),
      isUpperCase: fc.constantFrom(false, false, true),
    })
    .map(({ text, length, isUpperCase }) => {
      const cut = text.slice(0, length);
      return cut.trim() === '' ? 'e' : isUpperCase ? cut.toUpperCase() : cut;
    });
}
