import { ANALYSIS_NAME_MAX } from '@quarry/contracts';
import { IconChartHistogram } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useCallback, useMemo, useState } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { searchOf } from '../../lib/list-search.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoMatches } from '../../ui/NoMatches.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { DOCS } from '../help/docs-links.ts';
import { type ListedReport, reportsQuery } from './queries.ts';
import { reportColumns } from './report-columns.tsx';

const DeleteReport = lazy(() => import('./DeleteReport.tsx'));

/** Lists the account's scoring analysis reports. */
export default function ReportsPage() {
  const { clientName } = useClient();
  const { search = '' } = useSearch({ from: '/signed-in/app/$clientName/scoring/analysis' });
  const navigate = useNavigate({ from: '/app/$clientName/scoring/analysis' });
  const [deleted, setDeleted] = useState<ListedReport | null>(null);
  const query = useQuery(reportsQuery(clientName));
  const reports = query.data;
  const rows = useMemo(() => {
    const needle = search.toLowerCase();
    return reports?.filter(({ name }) => name.toLowerCase().includes(needle));
  }, [reports, search]);
  const columns = useCallback(
    (width: number) => reportColumns({ clientName, width, onDelete: setDeleted }),
    [clientName],
  );
  const setSearch = (text: string) => void navigate({ search: searchOf({ search: text }), replace: true });
  return (
    <ListPage
      title="Scoring analysis"
      label="Scoring analysis reports"
      noun="report"
      query={query}
      rows={rows}
      total={reports?.length}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      onOpenRow={({ id }) =>
        void navigate({
          to: '/app/$clientName/scoring/analysis/results/$scoringAnalysisReportId',
          params: { clientName, scoringAnalysisReportId: id },
        })
      }
      actions={<NewReport clientName={clientName} />}
      toolbar={<SearchField noun="reports" maxLength={ANALYSIS_NAME_MAX} search={search} onSearch={setSearch} />}
      empty={
        reports?.length === 0 ? (
          <EmptyState
            title="You don't have any analysis reports"
            icon={<IconChartHistogram size={28} aria-hidden="true" />}
            docs={{ href: DOCS.scoringAnalysis.href, label: 'How scoring analysis works' }}
            action={<NewReport clientName={clientName} />}
          >
            A report compares companies that you want more of, such as customers, with the others of your dataset. It
            shows which values set them apart, and suggests the rules of a scoring field.
          </EmptyState>
        ) : (
          <NoMatches noun="reports" onClear={() => setSearch('')} />
        )
      }
    >
      {deleted && <DeleteReport report={deleted} onClose={() => setDeleted(null)} />}
    </ListPage>
  );
}

function NewReport({ clientName }: { clientName: string }) {
  return (
    <ButtonLink to="/app/$clientName/scoring/analysis/new" params={{ clientName }}>
      + New analysis report
    </ButtonLink>
  );
}
