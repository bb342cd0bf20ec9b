import type { FilterGroup, RuleValue } from '@quarry/filters';
import { blankRule, emptyRoot } from '../../ui/filter-builder/filter-tree.ts';

interface TemplateRule {
  /** A data point that needs no configuration, `block/field`. */
  readonly field: string;
  readonly operator: string;
  readonly value: RuleValue;
}

/** Criteria to start a market from. */
export interface MarketTemplate {
  readonly id: string;
  readonly name: string;
  readonly rules: readonly TemplateRule[];
}

const between = (smallest: number, largest: number): TemplateRule => ({
  field: 'firmographics/employee_count',
  operator: 'between',
  value: [smallest, largest],
});

export const MARKET_TEMPLATES: readonly MarketTemplate[] = [
  {
    id: 'mid-sized-europe',
    name: 'Mid-sized companies in Europe',
    rules: [between(50, 500), { field: 'firmographics/country', operator: 'isOneOf', value: ['region:Europe'] }],
  },
  {
    id: 'funded',
    name: 'Funded in the last year',
    rules: [
      { field: 'funding/last_round_at', operator: 'dateSinceRelative', value: { amount: 1, unit: 'years' } },
      between(1, 200),
    ],
  },
  {
    id: 'growing',
    name: 'Growing teams',
    rules: [{ field: 'social/employee_growth', operator: 'gte', value: 0.1 }, between(20, 1000)],
  },
  {
    id: 'hiring',
    name: 'Hiring now',
    rules: [{ field: 'firmographics/is_hiring', operator: 'isTrue', value: null }, between(50, 5000)],
  },
  {
    id: 'visited',
    name: 'Well-visited websites',
    rules: [{ field: 'web_traffic/monthly_visits', operator: 'gte', value: 100_000 }],
  },
];

export const findTemplate = (id: string | undefined): MarketTemplate | undefined =>
  MARKET_TEMPLATES.find((template) => template.id === id);

/** The criteria of a template, with rules of their own. */
export function templateCriteria({ rules }: MarketTemplate): FilterGroup {
  return { ...emptyRoot(), rules: rules.map((rule) => ({ ...blankRule(), ...rule })) };
}
