import { Loader, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { messageOf } from '../../../lib/api-error.ts';
import { formatNumber } from '../../../lib/format.ts';
import { countsSentence } from './counts-sentence.ts';
import { changeText } from './figure-change.ts';
import classes from './preview.module.css';
import { useFigures } from './use-figures.ts';
import type { MarketCounts } from './use-market-counts.ts';

/** The numbers that a market is about, as exact counts of the criteria in the editor, with their latest change. */
export function MarketFigures({ counts }: { counts: MarketCounts }) {
  const { isLoading, isFailed } = counts;
  const figures = useFigures(counts);
  return (
    <div className={classes.figures}>
      <dl className={classes.figureList} data-stale={isLoading || counts.summary === null || undefined}>
        {figures.map(({ name, value, change }) => (
          <div key={name} className={classes.figure}>
            <dt className={classes.figureName}>{name}</dt>
            <dd className={classes.figureValue}>
              {value === null ? '–' : formatNumber(value)}
              {change !== null && (
                <span className={classes.figureChange} title="Change since the last edit">
                  {changeText(change)} <VisuallyHidden component="span">since the last edit</VisuallyHidden>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isLoading && <Loader size={14} aria-hidden="true" />}
      {isFailed && (
        <Text component="span" size="sm" className={classes.failed} role="status">
          <IconAlertTriangle size={14} aria-hidden="true" /> The companies could not be counted:{' '}
          {messageOf(counts.error)}
        </Text>
      )}
      {/* The last counts stay until new ones arrive, so screen readers stay silent while people type. */}
      <VisuallyHidden role="status">{counts.summary === null ? '' : countsSentence(counts.summary)}</VisuallyHidden>
    </div>
  );
}
