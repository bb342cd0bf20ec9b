import { Loader, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { countsSentence } from './counts-sentence.ts';
import classes from './preview.module.css';
import type { MarketCounts } from './use-market-counts.ts';

/** How many companies criteria match while they are edited: `12,345 companies match · 3,210 net new`. */
export function CountsSummary({ counts }: { counts: MarketCounts }) {
  const { summary, isLoading, isFailed } = counts;
  const sentence = summary === null ? '' : countsSentence(summary);
  // Only numbers that stand are spoken, so that typing is not talked over.
  const [spoken, setSpoken] = useState('');
  if (!isLoading && spoken !== sentence) setSpoken(sentence);
  return (
    <span className={classes.counts}>
      {isFailed ? (
        <Text component="span" size="sm" className={classes.failed} role="status">
          <IconAlertTriangle size={14} aria-hidden="true" /> The companies could not be counted:{' '}
          {messageOf(counts.error)}
        </Text>
      ) : (
        <>
          <Text component="span" size="sm" aria-hidden="true" data-stale={isLoading || undefined}>
            {sentence || (isLoading ? 'Counting companies…' : '')}
          </Text>
          {isLoading && summary !== null && <Loader size={12} aria-hidden="true" />}
          <VisuallyHidden role="status">{spoken}</VisuallyHidden>
        </>
      )}
    </span>
  );
}
