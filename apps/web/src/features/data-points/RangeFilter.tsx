import type { describeField, OutputOf, SchemaField } from '@quarry/contracts';
import { type FilterRule, parseDate, traitsOf } from '@quarry/filters';
import { useState } from 'react';
import { DateValue } from '../../ui/filter-builder/DateValue.tsx';
import { NumberValue } from '../../ui/filter-builder/NumberValue.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { fieldHint } from '../datasets/fields.ts';
import { rangeRule } from '../datasets/value-conditions.ts';
import { Histogram } from './Histogram.tsx';
import classes from './histogram.module.css';
import { boundsOf } from './histogram-layout.ts';

/** The distribution of a number or date, and the bounds to filter by. */
export function RangeFilter(props: {
  field: SchemaField;
  data: OutputOf<typeof describeField>;
  noun: string;
  onFilter: ((rule: FilterRule) => void) | undefined;
}) {
  const { field, noun, onFilter } = props;
  const { histogram = [], quartiles, min, max } = props.data;
  const isDate = traitsOf(field.type).form === 'date';
  const [from, setFrom] = useState<number | string | null>(null);
  const [to, setTo] = useState<number | string | null>(null);
  if (histogram.length === 0 || isNothing(min) || isNothing(max)) return null;
  const { lower, median, upper } = quartiles ?? {};
  const isKnown = !isNothing(lower) && !isNothing(median) && !isNothing(upper);

  const problem = problemOf(from, to, isDate);
  function apply() {
    if (problem === null) onFilter?.(rangeRule(field, from ?? min ?? 0, to ?? max ?? 0));
  }
  return (
    <form
      aria-label={`Filter by ${field.displayName}`}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Histogram
        field={field}
        bins={histogram}
        quartiles={isKnown ? { lower, median, upper } : null}
        noun={noun}
        onSelect={
          onFilter === undefined
            ? undefined
            : (first, last) => {
                const bounds = boundsOf(first, last, { min, max });
                setFrom(bounds.from);
                setTo(bounds.to);
                onFilter(rangeRule(field, bounds.from, bounds.to));
              }
        }
      />
      {onFilter !== undefined && (
        <div className={classes.bounds}>
          <Bound label="From" field={field} isDate={isDate} value={from} onChange={setFrom} />
          <Bound label="To" field={field} isDate={isDate} value={to} onChange={setTo} />
          <ReasonButton size="xs" variant="default" disabledReason={problem} onClick={apply}>
            Filter
          </ReasonButton>
          {/* Enter in a bound presses it. */}
          <input type="submit" hidden />
        </div>
      )}
    </form>
  );
}

const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined;

function problemOf(from: number | string | null, to: number | string | null, isDate: boolean): string | null {
  const given = [from, to].filter((value) => value !== null && value !== '');
  if (given.length === 0) return 'Enter a bound first';
  if (isDate && given.some((value) => parseDate(String(value)) === undefined)) return 'Enter dates as yyyy-mm-dd';
  if (given.length === 2 && from !== null && to !== null && from > to)
    return 'The first bound must not exceed the second';
  return null;
}

function Bound(props: {
  label: string;
  field: SchemaField;
  isDate: boolean;
  value: number | string | null;
  onChange: (value: number | string | null) => void;
}) {
  const { label, field, value, onChange } = props;
  const name = `${label}: ${field.displayName}`;
  return (
    <div className={classes.bound}>
      <span aria-hidden="true">{label}</span>
      {props.isDate ? (
        <DateValue
          label={name}
          value={typeof value === 'string' ? value : ''}
          onChange={(day) => onChange(day || null)}
        />
      ) : (
        <NumberValue
          label={name}
          type={field.type}
          isYear={fieldHint(field) === 'year'}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
        />
      )}
    </div>
  );
}
