import { ActionIcon, Button, Menu } from '@mantine/core';
import type { AnalysisReport } from '@quarry/contracts';
import { IconDots, IconFileExport, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useStartExport } from '../exports/use-start-export.ts';

/** Exports or deletes a report. */
export function ReportActions(props: { clientName: string; report: AnalysisReport; onDelete: () => void }) {
  const { clientName, report } = props;
  const navigate = useNavigate();
  const start = useStartExport(
    clientName,
    (exportId) => void navigate({ to: '/app/$clientName/exports/$exportId', params: { clientName, exportId } }),
  );
  const exportFindings = () =>
    start.mutate({
      exportType: 'SCORING_ANALYSIS',
      exportName: report.name,
      exportConfig: { scoringAnalysisReportId: report.id },
    });
  return (
    <>
      {report.results !== null && (
        <Button
          variant="default"
          leftSection={<IconFileExport size={16} aria-hidden="true" />}
          loading={start.isPending}
          onClick={exportFindings}
        >
          Export CSV
        </Button>
      )}
      <Menu position="bottom-end" width={190} withinPortal>
        <Menu.Target>
          <ActionIcon size={34} aria-label={`More actions for ${report.name}`}>
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={props.onDelete}>
            Delete report
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
