import { IconChartHistogram } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { hasCode } from '../../lib/api-error.ts';
import { useClient } from '../../lib/client-context.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { reportQuery } from './queries.ts';
import { ReportForm } from './ReportForm.tsx';

/** Creates a report, or edits the one in the address. */
export default function ReportFormPage() {
  const { clientName } = useClient();
  const { scoringAnalysisReportId: id } = useParams({ strict: false });
  const report = useQuery({ ...reportQuery(clientName, id ?? ''), enabled: id !== undefined });
  const title = id === undefined ? 'New analysis report' : 'Edit analysis report';
  if (id !== undefined && report.data === undefined) {
    return (
      <>
        <PageHeader title={title} clientName={clientName} />
        {report.isError ? (
          <ReportNotLoaded error={report.error} clientName={clientName} onRetry={() => void report.refetch()} />
        ) : (
          <LoadingState label="Loading report" />
        )}
      </>
    );
  }
  return <ReportForm key={id ?? 'new'} title={title} clientName={clientName} report={report.data ?? null} />;
}

/** Says why a report is not shown. */
export function ReportNotLoaded(props: { error: Error; clientName: string; onRetry: () => void }) {
  if (!hasCode(props.error, 'NOT_FOUND')) {
    return <ErrorState title="Error!" error={props.error} onRetry={props.onRetry} />;
  }
  return (
    <EmptyState
      title="This report does not exist"
      icon={<IconChartHistogram size={28} aria-hidden="true" />}
      action={
        <ButtonLink to="/app/$clientName/scoring/analysis" params={{ clientName: props.clientName }}>
          All reports
        </ButtonLink>
      }
    >
      It may have been deleted since the link was made.
    </EmptyState>
  );
}
