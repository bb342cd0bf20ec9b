import { Alert, Progress, Text, Title } from '@mantine/core';
import type { AnalysisReport } from '@quarry/contracts';
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './analysis.module.css';
import { reportQuery } from './queries.ts';
import { ReportActions } from './ReportActions.tsx';
import { ReportNotLoaded } from './ReportFormPage.tsx';
import { ReportResults } from './ReportResults.tsx';
import { ReportStatusBadge } from './ReportStatusBadge.tsx';

const ROUTE = '/signed-in/app/$clientName/scoring/analysis/results/$scoringAnalysisReportId';
const DeleteReport = lazy(() => import('./DeleteReport.tsx'));

/** The results of a report, or how far its calculation is. */
export default function ReportPage() {
  const { clientName } = useClient();
  const { scoringAnalysisReportId } = useParams({ from: ROUTE });
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const { data: report, error, refetch } = useQuery(reportQuery(clientName, scoringAnalysisReportId));
  if (report === undefined) {
    return (
      <>
        <PageHeader title="Scoring analysis" clientName={clientName} />
        {error === null ? (
          <LoadingState label="Loading report" />
        ) : (
          <ReportNotLoaded error={error} clientName={clientName} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  const { results } = report;
  return (
    <div className={classes.page}>
      <PageHeader
        title={report.name}
        clientName={clientName}
        badge={<ReportStatusBadge report={report} />}
        context={
          <TextLink to="/app/$clientName/scoring/analysis" params={{ clientName }} size="sm">
            All reports
          </TextLink>
        }
        actions={
          <>
            <EditSettings clientName={clientName} report={report} />
            <ReportActions clientName={clientName} report={report} onDelete={() => setDeleting(true)} />
          </>
        }
      />
      {results === null ? (
        <Unfinished report={report} clientName={clientName} />
      ) : (
        <ReportResults key={results.updatedAt} clientName={clientName} report={report} results={results} />
      )}
      <Suspense fallback={null}>
        {isDeleting && (
          <DeleteReport
            report={report}
            onClose={() => setDeleting(false)}
            onDeleted={() => void navigate({ to: '/app/$clientName/scoring/analysis', params: { clientName } })}
          />
        )}
      </Suspense>
    </div>
  );
}

function EditSettings({ clientName, report }: { clientName: string; report: AnalysisReport }) {
  return (
    <ButtonLink
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden="true" />}
      to="/app/$clientName/scoring/analysis/edit/$scoringAnalysisReportId"
      params={{ clientName, scoringAnalysisReportId: report.id }}
    >
      Edit settings
    </ButtonLink>
  );
}

function Unfinished({ report, clientName }: { report: AnalysisReport; clientName: string }) {
  if (report.status === 'Error') {
    return (
      <Alert
        className={classes.notice}
        color="red"
        icon={<IconAlertTriangle aria-hidden />}
        title="There was an error calculating this report"
        role="alert"
      >
        <Text size="sm" mb="sm">
          {report.error}
        </Text>
        <EditSettings clientName={clientName} report={report} />
      </Alert>
    );
  }
  const percent = Math.round(report.progress * 100);
  return (
    <section className={classes.notice} aria-label="Progress">
      <Title order={2} mb={8}>
        {`Comparing your data points: ${percent} %`}
      </Title>
      <Progress value={percent} animated aria-label="Progress of the calculation" />
      <Text size="sm" c="dimmed" mt={8}>
        You can leave this page. The results will be here when the calculation is done.
      </Text>
    </section>
  );
}
