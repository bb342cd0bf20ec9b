import '@mantine/dates/styles.css';
import { Button } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { addToDate, DATE_RANGE, type RelativeDateUnit } from '@quarry/filters';
import classes from './filter-builder.module.css';
import { todayUtc } from './today.ts';

const PRESETS: readonly { label: string; amount: number; unit: RelativeDateUnit }[] = [
  { label: 'Today', amount: 0, unit: 'days' },
  { label: '7 days ago', amount: 7, unit: 'days' },
  { label: '30 days ago', amount: 30, unit: 'days' },
  { label: '90 days ago', amount: 90, unit: 'days' },
  { label: '1 year ago', amount: 1, unit: 'years' },
  { label: '5 years ago', amount: 5, unit: 'years' },
];

/** A calendar with presets. Loaded lazily because few people pick dates. */
export default function DatePanel(props: { value: string | null; onPick: (day: string) => void }) {
  const today = todayUtc();
  return (
    <div className={classes.datePanel}>
      <div className={classes.presets}>
        {PRESETS.map((preset) => (
          <Button
            key={preset.label}
            size="compact-sm"
            variant="subtle"
            justify="flex-start"
            onClick={() => props.onPick(addToDate(today, -preset.amount, preset.unit))}
          >
            {preset.label}
          </Button>
        ))}
      </div>
      <DatePicker
        size="xs"
        weekendDays={[]}
        ariaLabels={{
          previousMonth: 'Previous month',
          nextMonth: 'Next month',
          previousYear: 'Previous year',
          nextYear: 'Next year',
          previousDecade: 'Previous decade',
          nextDecade: 'Next decade',
        }}
        value={props.value}
        defaultDate={props.value ?? today}
        minDate={DATE_RANGE.first}
        maxDate={DATE_RANGE.last}
        onChange={(day) => {
          if (day) props.onPick(day);
        }}
      />
    </div>
  );
}
