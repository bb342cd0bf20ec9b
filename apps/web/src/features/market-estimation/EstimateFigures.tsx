import { Text } from '@mantine/core';
import { formatNumber } from '../../lib/format.ts';
import { Figure, Figures } from '../../ui/Figures.tsx';
import type { EstimateState } from './use-estimate.ts';

/** The counts of the last estimate, in sight while the criteria are edited. */
export function EstimateFigures({ estimate, hasClient }: { estimate: EstimateState; hasClient: boolean }) {
  const { result, isStale } = estimate;
  if (result === null) return <span />;
  return (
    <div>
      <Figures isLive>
        <Figure label="Companies">{formatNumber(result.count ?? 0)}</Figure>
        {hasClient && result.netNewCount !== null ? (
          <Figure label="Net new">{formatNumber(result.netNewCount)}</Figure>
        ) : null}
      </Figures>
      {isStale ? (
        <Text size="sm" c="orange">
          The criteria have changed since. Press Preview to count again.
        </Text>
      ) : null}
    </div>
  );
}
