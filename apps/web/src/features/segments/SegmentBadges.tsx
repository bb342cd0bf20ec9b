import type { Segment } from '@quarry/contracts';
import { StateBadge } from '../../ui/StateBadge.tsx';

/** Whether a segment changes by itself, and what happens to it now. */
export function SegmentBadges({ segment }: { segment: Segment }) {
  return (
    <>
      {segment.isDynamic ? (
        <StateBadge state="live" tooltip="Refreshed every day, after the dataset">
          Dynamic
        </StateBadge>
      ) : (
        <StateBadge state="static" tooltip="Changes only when you save or refresh it">
          Static
        </StateBadge>
      )}
      {segment.updateStatus === 'ERROR' ? (
        <StateBadge state="failed" {...(segment.problem === null ? {} : { tooltip: segment.problem })}>
          Failed
        </StateBadge>
      ) : (
        (segment.updateStatus === 'RUNNING' || segment.refreshStatus === 'RUNNING') && (
          <StateBadge state="running">Updating...</StateBadge>
        )
      )}
    </>
  );
}
