import { Text } from '@mantine/core';
import { deleteAnalysisReport } from '@quarry/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useClient } from '../../lib/client-context.tsx';
import { ConfirmedAction } from '../../ui/ConfirmedAction.tsx';
import { refetchReports } from './queries.ts';

const MESSAGES = { running: 'Deleting report...', done: 'Report deleted', failed: 'Error deleting scoring report' };

/** Confirms and deletes a report. */
export default function DeleteReport(props: {
  report: { id: string; name: string };
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const { report, onClose } = props;
  const { clientName } = useClient();
  const cache = useQueryClient();
  return (
    <ConfirmedAction
      title="Confirm Deletion"
      confirmLabel="Yes, delete"
      messages={MESSAGES}
      run={async () => {
        await call(deleteAnalysisReport, { scoringAnalysisReportId: report.id }, { client: clientName });
        props.onDeleted?.();
      }}
      refresh={() => refetchReports(cache, clientName)}
      onClose={onClose}
    >
      <Text>Are you sure you want to delete the report "{report.name}"?</Text>
      <Text size="sm" c="dimmed" mt={4}>
        Scoring fields made from it stay.
      </Text>
    </ConfirmedAction>
  );
}
