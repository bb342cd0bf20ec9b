import type { AnalysisReport } from '@quarry/contracts';
import { StateBadge } from '../../ui/StateBadge.tsx';

type Status = Pick<AnalysisReport, 'status' | 'progress' | 'error'>;

/** The state of a report's calculation. */
export function ReportStatusBadge({ report: { status, progress, error } }: { report: Status }) {
  switch (status) {
    case 'Processed':
      return <StateBadge state="live">Processed</StateBadge>;
    case 'Error':
      return (
        <StateBadge state="failed" {...(error === null ? {} : { tooltip: error })}>
          Error
        </StateBadge>
      );
    case 'Calculating':
      return <StateBadge state="running">{`Calculating ${Math.round(progress * 100)} %`}</StateBadge>;
  }
}
