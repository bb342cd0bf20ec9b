import {
  evaluateFilter,
  type FieldInfo,
  type FieldType,
  type FieldValue,
  type FilterRow,
  type FilterRule,
  lowerTrim,
  traitsOf,
} from '@quarry/filters';
import { today } from '#server/features/datasets/compile-dataset-filter.ts';
import type { AnalysedField } from '../analysed-fields.ts';
import type { Counts } from '../counts.ts';
import { cutsOf } from '../number-facts.ts';
import { agesOn, dateRule, numberRule, type Range, rangesBetween } from '../ranges.ts';
import { type Candidate, type FieldCounts, rangeCounts } from '../suggest-findings.ts';

/** A compared company; nothing is held out. */
export interface PlainCompany {
  readonly row: FilterRow;
  readonly isTarget: boolean;
}

/** A field as reports know it, and filters too. */
export type PlainField = FieldInfo & Pick<AnalysedField, 'defaultCuts' | 'nameValue' | 'formatNumber'>;

/** Counts the values of a field company by company, as the engine does in a few statements. */
export function countPlainly(field: PlainField, companies: readonly PlainCompany[]): FieldCounts {
  const { fieldName, displayName, type } = field;
  const valueOf = ({ row }: PlainCompany) => row[fieldName];
  const filled = companies.filter((company) => isFilled(valueOf(company)));
  const base = {
    fieldName,
    displayName,
    values: [],
    missing: count(companies.filter((each) => !filled.includes(each))),
  };
  const meeting = (rule: Omit<FilterRule, 'id' | 'field'>) => {
    const group = { id: 'root', combinator: 'and' as const, rules: [{ ...rule, id: 'rule', field: fieldName }] };
    const fields = new Map([[fieldName, field]]);
    return count(companies.filter(({ row }) => evaluateFilter(group, row, fields, { today: today() })));
  };
  switch (traitsOf(type).form) {
    case 'boolean': {
      const rule = { operator: 'isTrue' };
      return { ...base, values: [{ rule, value: 'Yes', counts: meeting(rule) }], missing: null };
    }
    case 'text':
    case 'list':
      return { ...base, values: frequent(field, companies, meeting) };
    case 'number': {
      const sorted = filled
        .map((company) => ({ value: Number(valueOf(company)), weight: weightOf(company, companies) }))
        .toSorted((one, other) => one.value - other.value);
      if (sorted.length === 0) return base;
      const values = sorted.map(({ value }) => value);
      const step = [1, 100, 10_000].find((scale) =>
        values.every((value) => Math.round(value * scale) / scale === value),
      );
      const fifths = [0.2, 0.4, 0.6, 0.8].map((level) => quantile(sorted, level));
      const few = [...new Set(values)];
      const cuts = cutsOf(field, { few, fifths, step: null });
      if (cuts.length === 0) return base;
      const smallest = step === 1 ? 1 : step === 100 ? 0.01 : step === 10_000 ? 0.0001 : null;
      const within = ({ from, to }: Range<number>) =>
        count(filled.filter((company) => isBetween(Number(valueOf(company)), from, to)));
      const ranges = rangesBetween(cuts).map((range) => ({ ...range, counts: within(range) }));
      return { ...base, ranges: rangeCounts(ranges, (range) => numberRule(range, smallest, field.formatNumber)) };
    }
    case 'date': {
      const ranges = rangesBetween(agesOn(today())).map((range) => ({
        ...range,
        counts: count(
          filled.filter((company) =>
            isBetween(String(valueOf(company)), range.from?.day ?? null, range.to?.day ?? null),
          ),
        ),
      }));
      return { ...base, ranges: rangeCounts(ranges, dateRule) };
    }
  }
}

const isFilled = (value: FieldValue) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

function isBetween<T extends string | number>(value: T, from: T | null, to: T | null): boolean {
  return (from === null || value >= from) && (to === null || value < to);
}

function count(companies: readonly PlainCompany[]): Counts {
  const targets = companies.filter(({ isTarget }) => isTarget).length;
  return { targets, heldTargets: 0, others: companies.length - targets, heldOthers: 0 };
}

/** The size of the other set, so that both sets weigh the same. */
function weightOf({ isTarget }: PlainCompany, companies: readonly PlainCompany[]): number {
  return companies.filter((each) => each.isTarget !== isTarget).length;
}

function quantile(sorted: readonly { value: number; weight: number }[], level: number): number {
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const threshold = Math.ceil(total * level);
  let reached = 0;
  for (const { value, weight } of sorted) {
    reached += weight;
    if (reached >= threshold) return value;
  }
  throw new Error('No values');
}

/** The 20 most frequent values when both sets weigh the same. */
function frequent(
  { fieldName, type, nameValue }: PlainField,
  companies: readonly PlainCompany[],
  meeting: (rule: Omit<FilterRule, 'id' | 'field'>) => Counts,
): Candidate[] {
  const operator = operatorOf(type);
  const shares = new Map<string, number>();
  const spellings = new Map<string, Map<string, number>>();
  for (const company of companies) {
    const value = company.row[fieldName];
    const items = Array.isArray(value) ? value : isFilled(value) ? [value] : [];
    for (const item of items.map(String)) {
      const key = lowerTrim(item);
      shares.set(key, (shares.get(key) ?? 0) + weightOf(company, companies));
      const known = spellings.get(key) ?? new Map<string, number>();
      spellings.set(key, known.set(item, (known.get(item) ?? 0) + 1));
    }
  }
  return [...shares]
    .toSorted(([key, share], [otherKey, other]) => other - share || (key < otherKey ? -1 : 1))
    .slice(0, 20)
    .map(([key]) => {
      const [spelling = ''] = [...(spellings.get(key) ?? [])]
        .toSorted(([text, times], [other, others]) => others - times || (text > other ? -1 : 1))
        .map(([text]) => text);
      const rule = { operator, value: [spelling] };
      return { rule, value: nameValue(spelling), counts: meeting(rule) };
    });
}

function operatorOf(type: FieldType): string {
  if (traitsOf(type).form === 'text') return 'isOneOf';
  return type === 'Array' ? 'matchesAnyText' : 'containsAnyOf';
}
