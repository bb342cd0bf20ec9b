import type { SchemaField } from '@quarry/contracts';
import type { FilterGroup, RuleValue } from '@quarry/filters';
import { blankRule, emptyRoot } from '../../ui/filter-builder/filter-tree.ts';

interface TemplateRule {
  /** The data point's key, `block/field`. */
  readonly key: string;
  readonly operator: string;
  readonly value: RuleValue;
}

const TEMPLATES: readonly { readonly label: string; readonly rules: readonly TemplateRule[] }[] = [
  {
    label: 'Mid-sized companies',
    rules: [{ key: 'firmographics/employee_count', operator: 'between', value: [50, 500] }],
  },
  { label: 'Growing teams', rules: [{ key: 'social/employee_growth', operator: 'gte', value: 0.1 }] },
  {
    label: 'Funded in the last year',
    rules: [{ key: 'funding/last_round_at', operator: 'dateSinceRelative', value: { amount: 1, unit: 'years' } }],
  },
  { label: 'Hiring now', rules: [{ key: 'firmographics/is_hiring', operator: 'isTrue', value: null }] },
];

/** Filters to start a tag from, of the data points that the account has. */
export function tagTemplates(schema: readonly SchemaField[]): { label: string; filters: FilterGroup }[] {
  const byKey = new Map(
    schema.filter((field) => !field.isHiddenFromUser).map((field) => [field.ccmName, field.fieldName]),
  );
  return TEMPLATES.flatMap(({ label, rules }) => {
    const found = rules.flatMap(({ key, operator, value }) => {
      const field = byKey.get(key);
      return field === undefined ? [] : [{ ...blankRule(), field, operator, value }];
    });
    return found.length < rules.length ? [] : [{ label, filters: { ...emptyRoot(), rules: found } }];
  });
}
