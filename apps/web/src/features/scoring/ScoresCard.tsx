import { Card, Skeleton, Text, Title } from '@mantine/core';
import { plural } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ScoreDistribution } from './ScoreDistribution.tsx';
import classes from './scoring.module.css';
import type { ScorePreview } from './use-score-preview.ts';

/** The distribution of scores under the edited rules. */
export function ScoresCard(props: { preview: ScorePreview; usable: number; incomplete: number }) {
  const { preview, usable, incomplete } = props;
  const { distribution, before, range, setRange } = preview;
  const buckets = distribution.data;
  const total = buckets?.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card withBorder padding={0} component="section" aria-labelledby="score-distribution">
      <div className={classes.cardHead}>
        <Title order={2} id="score-distribution">
          Score distribution
        </Title>
        <Text size="xs" c="dimmed" role="status">
          {usable === 0
            ? ''
            : preview.isBehind
              ? 'Calculating…'
              : [
                  total !== undefined && plural(total, 'company', 'companies'),
                  incomplete > 0 && `without ${plural(incomplete, 'incomplete rule')}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
        </Text>
      </div>
      <div className={classes.cardBody}>
        {usable === 0 ? (
          <Text size="sm" c="dimmed" className={classes.placeholder}>
            Choose a filter on the left to see how your companies score.
          </Text>
        ) : distribution.isError ? (
          <ErrorState
            title="The scores could not be calculated"
            error={distribution.error}
            onRetry={() => void distribution.refetch()}
          />
        ) : buckets === undefined ? (
          <Skeleton height={186} />
        ) : buckets.length === 0 ? (
          <Text size="sm" c="dimmed" className={classes.placeholder}>
            There are no companies in your dataset yet.
          </Text>
        ) : (
          <ScoreDistribution buckets={buckets} before={before} range={range} onRange={setRange} />
        )}
      </div>
    </Card>
  );
}
