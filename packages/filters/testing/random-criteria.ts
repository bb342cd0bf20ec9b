import { type FilterGroup, type FilterRule, RELATIVE_DATE_UNITS, type RuleValue } from '../src/filter.ts';
import { type Operator, operatorInfo, operatorsFor } from '../src/operators.ts';
import { REGIONS } from '../src/regions.ts';
import type { Random } from './random.ts';
import { DOMAINS, randomDate, randomNumber, TAG_IDS, TEST_FIELDS, type TestField } from './random-rows.ts';
import { randomPattern, randomSearch } from './random-texts.ts';

/** Criteria with groups up to four deep, any operator that staff may use, and values that often match something. */
export function randomCriteria(random: Random): FilterGroup {
  let ids = 0;
  const id = (): string => `n${++ids}`;
  const group = (depth: number): FilterGroup => ({
    id: id(),
    combinator: random.pick(['and', 'or'] as const),
    not: random.chance(0.2),
    rules: Array.from({ length: random.chance(0.04) ? 0 : random.integer(1, 4) }, () =>
      depth < 4 && random.chance(0.25) ? group(depth + 1) : randomRule(random, id()),
    ),
  });
  return group(1);
}

function randomRule(random: Random, id: string): FilterRule {
  const field = random.pick(TEST_FIELDS);
  const operator = random.pick(operatorsFor(field.type, { staff: true }));
  const { fieldName, configId } = field;
  const rule = { id, field: fieldName, operator, value: randomOperand(random, field, operator) };
  return configId === undefined ? rule : { ...rule, configId };
}

function randomOperand(random: Random, field: TestField, operator: Operator): RuleValue | undefined {
  switch (operatorInfo(operator).valueKind) {
    case 'none':
      return undefined;
    case 'texts': {
      const many = random.chance(0.02) ? 300 : 4;
      return [...Array.from({ length: random.integer(0, many) }, () => entered(random, field)), 'x'];
    }
    case 'text':
      return operator.endsWith('Regex') ? randomPattern(random) : `${random.chance(0.9) ? '' : ' '}${nonBlank(random)}`;
    case 'number':
      return randomNumber(random);
    case 'count':
      return random.integer(0, 5);
    case 'numberRange':
      return [randomNumber(random), randomNumber(random)];
    case 'date':
      return randomDate(random);
    case 'dateRange':
      return [randomDate(random), randomDate(random)];
    case 'relativeDate':
      return { amount: random.integer(0, random.chance(0.1) ? 10_000 : 30), unit: random.pick(RELATIVE_DATE_UNITS) };
  }
}

function entered(random: Random, field: TestField): string {
  if (field.fieldName === 'tags') return random.pick(TAG_IDS);
  if (field.isDomain === true) return random.pick([...DOMAINS, 'https://www.Stripe.com/pay', 'stripe', '.io']);
  if (random.chance(0.05)) return `region:${random.pick(Object.keys(REGIONS))}`;
  return randomSearch(random);
}

function nonBlank(random: Random): string {
  const text = randomSearch(random);
  return text.replace(/[ \t\n\r\v\f]/g, '') === '' ? 'e' : text;
}
