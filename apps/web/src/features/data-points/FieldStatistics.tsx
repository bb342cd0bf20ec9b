import { Skeleton } from '@mantine/core';
import type { describeField, OutputOf, SchemaField } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import { formatNumber, formatPercentage } from '../../lib/format.ts';
import { ShareTrack } from '../../ui/ShareTrack.tsx';
import classes from './data-point.module.css';
import { valueText } from './value-text.ts';

/** Coverage, missing and unique values; range, average, median and the middle half if the type has them. */
export function FieldStatistics(props: { field: SchemaField; data: OutputOf<typeof describeField> | undefined }) {
  const { data, field } = props;
  const figure = (value: number | string | null | undefined) =>
    value === null || value === undefined ? '–' : valueText(field, value);
  const statistics: [string, string | undefined][] = [
    ['Coverage', data && formatPercentage(data.coverage)],
    ['Missing values', data && formatNumber(data.missingCount)],
    ['Unique Values', data && formatNumber(data.uniqueCount)],
  ];
  const { form } = traitsOf(field.type);
  if (form === 'number' || form === 'date') {
    statistics.push(['Minimum', data && figure(data.min)], ['Maximum', data && figure(data.max)]);
  }
  if (form === 'number') statistics.push(['Average', data && figure(data.average)]);
  const quartiles = data?.quartiles;
  if (quartiles) {
    statistics.push(['Median', figure(quartiles.median)]);
    statistics.push(['Middle half', `${figure(quartiles.lower)} – ${figure(quartiles.upper)}`]);
  }
  return (
    <dl className={classes.statistics} aria-label="Statistics">
      {statistics.map(([name, text]) => (
        <div key={name} className={classes.statistic}>
          <dt>{name}</dt>
          <dd>{text ?? <Skeleton height={14} width={70} my={4} />}</dd>
          {name === 'Coverage' && data && <ShareTrack share={data.coverage} />}
        </div>
      ))}
    </dl>
  );
}
