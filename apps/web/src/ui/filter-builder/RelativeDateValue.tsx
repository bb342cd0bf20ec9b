import { NativeSelect, Text, TextInput } from '@mantine/core';
import { addToDate, type Operator, RELATIVE_DATE_UNITS, type RelativeDateUnit, type RuleValue } from '@quarry/filters';
import { useEffect } from 'react';
import { formatDate } from '../../lib/format.ts';
import classes from './filter-builder.module.css';
import { todayUtc } from './today.ts';

const START = { amount: 30, unit: 'days' } as const;
const MAX_AMOUNT = 10_000;

/** An amount of days, weeks, months or years before today, with the date that this means now. */
export function RelativeDateValue(props: {
  operator: Operator;
  value: RuleValue;
  onChange: (value: RuleValue) => void;
}) {
  const { value, onChange } = props;
  const isSet = typeof value === 'object' && value !== null && !Array.isArray(value);
  const amount = isSet ? value.amount : null;
  const unit = RELATIVE_DATE_UNITS.find((known) => isSet && known === value.unit) ?? START.unit;
  useEffect(() => {
    // The fields show this value, so a new rule stores it.
    if (!isSet) onChange({ ...START });
  }, [isSet, onChange]);
  const change = (next: { amount?: number; unit?: RelativeDateUnit }) =>
    onChange({ amount: next.amount ?? amount ?? START.amount, unit: next.unit ?? unit });
  return (
    <div className={classes.pair}>
      <TextInput
        type="number"
        size="xs"
        w={84}
        aria-label="Amount"
        min={0}
        max={MAX_AMOUNT}
        value={amount ?? ''}
        onChange={(event) => {
          const next = event.currentTarget.valueAsNumber;
          if (Number.isInteger(next) && next >= 0) change({ amount: Math.min(next, MAX_AMOUNT) });
        }}
      />
      <NativeSelect
        size="xs"
        aria-label="Unit"
        data={[...RELATIVE_DATE_UNITS]}
        value={unit}
        onChange={(event) => {
          const next = RELATIVE_DATE_UNITS.find((known) => known === event.currentTarget.value);
          if (next) change({ unit: next });
        }}
      />
      <Text size="xs" c="dimmed">
        ago{amount === null ? '' : `, now ${dayText(amount, unit)}`}
      </Text>
    </div>
  );
}

function dayText(amount: number, unit: RelativeDateUnit): string {
  return formatDate(addToDate(todayUtc(), -Math.min(amount, MAX_AMOUNT), unit));
}
