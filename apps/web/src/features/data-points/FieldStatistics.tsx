import { Skeleton } from '@mantine/core';
import type { describeField, OutputOf, SchemaField } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import { formatNumber, formatPercentage } from '../../lib/format.ts';
import classes from './data-point.module.css';
import { valueText } from './value-text.ts';

/** Coverage, missing and unique values; smallest, largest and average of numbers. */
export function FieldStatistics(props: { field: SchemaField; answer: OutputOf<typeof describeField> | undefined }) {
  const { answer } = props;
  const { type } = props.field;
  const figure = (value: number | string | null | undefined) =>
    value === null || value === undefined ? '–' : valueText(type, value);
  const statistics: [string, string | undefined][] = [
    ['Coverage', answer && formatPercentage(answer.coverage)],
    ['Missing values', answer && formatNumber(answer.missingCount)],
    ['Unique Values', answer && formatNumber(answer.uniqueCount)],
  ];
  const { form } = traitsOf(type);
  if (form === 'number' || form === 'date') {
    statistics.push(['Minimum', answer && figure(answer.min)], ['Maximum', answer && figure(answer.max)]);
  }
  if (form === 'number') statistics.push(['Average', answer && figure(answer.average)]);
  return (
    <dl className={classes.statistics} aria-label="Statistics">
      {statistics.map(([name, text]) => (
        <div key={name} className={classes.statistic}>
          <dt>{name}</dt>
          <dd>{text ?? <Skeleton height={14} width={70} my={4} />}</dd>
          {name === 'Coverage' && answer && (
            <div className={classes.track} aria-hidden="true">
              <span className={classes.fill} style={{ width: `${answer.coverage * 100}%` }} />
            </div>
          )}
        </div>
      ))}
    </dl>
  );
}
