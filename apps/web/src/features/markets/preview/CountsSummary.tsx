import { Loader, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { messageOf } from '../../../lib/api-error.ts';
import { countsSentence } from './counts-sentence.ts';
import classes from './preview.module.css';
import type { MarketCounts } from './use-market-counts.ts';

/** Live match count of the edited criteria: `12,345 companies match · 3,210 net new`. */
export function CountsSummary({ counts }: { counts: MarketCounts }) {
  const { summary, isLoading, isFailed } = counts;
  if (isFailed) {
    return (
      <Text component="span" size="sm" className={classes.failed} role="status">
        <IconAlertTriangle size={14} aria-hidden="true" /> The companies could not be counted: {messageOf(counts.error)}
      </Text>
    );
  }
  const sentence = summary === null ? '' : countsSentence(summary);
  return (
    <span className={classes.counts}>
      {/* The last counts stay until new ones arrive, so screen readers stay silent while people type. */}
      <Text component="span" size="sm" role="status" data-stale={isLoading || undefined}>
        {sentence || (isLoading ? 'Counting companies…' : '')}
      </Text>
      {isLoading && summary !== null && <Loader size={12} aria-hidden="true" />}
    </span>
  );
}
