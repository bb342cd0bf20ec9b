import { Text, TextInput } from '@mantine/core';
import { FILTER_LIMITS, type Operator, operatorInfo, type RuleValue } from '@quarry/filters';
import { DateValue } from './DateValue.tsx';
import classes from './filter-builder.module.css';
import type { FilterField } from './filter-field.ts';
import { NumberValue } from './NumberValue.tsx';
import { RelativeDateValue } from './RelativeDateValue.tsx';
import { TextListValue } from './TextListValue.tsx';

/** Edits a rule's value in the form its operator takes. */
export function ValueEditor(props: {
  field: FilterField;
  operator: Operator;
  value: RuleValue;
  onChange: (value: RuleValue) => void;
}) {
  const { field, operator, value, onChange } = props;
  const kind = operatorInfo(operator).valueKind;
  switch (kind) {
    case 'none':
      return null;
    case 'texts':
      return (
        <TextListValue
          field={field}
          value={textsOf(value)}
          onChange={onChange}
          isExact={EXACT_OPERATORS.has(operator)}
        />
      );
    case 'text':
      return (
        <TextInput
          size="xs"
          aria-label="Value"
          maxLength={FILTER_LIMITS.textLength}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <NumberValue
          label="Value"
          type={field.type}
          isYear={field.isYear}
          value={numberOf(value)}
          onChange={onChange}
        />
      );
    case 'count':
      return <NumberValue label="Number of items" type="Number" value={numberOf(value)} onChange={onChange} />;
    case 'numberRange': {
      const [low, high] = pairOf(value);
      return (
        <div className={classes.pair}>
          <NumberValue
            label="From"
            type={field.type}
            isYear={field.isYear}
            value={numberOf(low)}
            onChange={(next) => onChange(rangeOf(next, high))}
          />
          <Text size="sm" c="dimmed">
            and
          </Text>
          <NumberValue
            label="To"
            type={field.type}
            isYear={field.isYear}
            value={numberOf(high)}
            onChange={(next) => onChange(rangeOf(low, next))}
          />
        </div>
      );
    }
    case 'date':
      return <DateValue label="Date" value={typeof value === 'string' ? value : ''} onChange={onChange} />;
    case 'dateRange': {
      const [from, to] = pairOf(value);
      return (
        <div className={classes.pair}>
          <DateValue label="From" value={textOf(from)} onChange={(next) => onChange([next, textOf(to)])} />
          <Text size="sm" c="dimmed">
            and
          </Text>
          <DateValue label="To" value={textOf(to)} onChange={(next) => onChange([textOf(from), next])} />
        </div>
      );
    }
    case 'relativeDate':
      return <RelativeDateValue operator={operator} value={value} onChange={onChange} />;
  }
}

/** The operators that compare whole values. */
const EXACT_OPERATORS: ReadonlySet<Operator> = new Set(['isOneOf', 'notOneOf', 'containsAnyOf', 'notContainsAnyOf']);

type Part = string | number | undefined;

function pairOf(value: RuleValue): [Part, Part] {
  return Array.isArray(value) ? [value[0], value[1]] : [undefined, undefined];
}

function textsOf(value: RuleValue): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function textOf(value: Part): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: RuleValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** Keeps a half-filled range: a missing end becomes '', which validation rejects. */
function rangeOf(low: Part | null, high: Part | null): (string | number)[] {
  return [low ?? '', high ?? ''];
}
