import { Group } from '@mantine/core';
import type { AccountJob } from '@quarry/contracts';
import { useClient } from '../../lib/client-context.tsx';
import { TextLink } from '../../ui/links.tsx';
import { PopupPanel } from '../../ui/popup/PopupPanel.tsx';
import type { Popup } from '../../ui/popup/use-popup.ts';
import { CancelJob } from '../jobs/CancelJob.tsx';
import { Jobs } from '../jobs/Jobs.tsx';
import { rewritesDataset } from '../jobs/job-name.ts';

/** The account's jobs in a popup. */
export default function JobList({ popup, jobs }: { popup: Popup; jobs: readonly AccountJob[] }) {
  const { clientName } = useClient();
  return (
    <PopupPanel popup={popup} label="Jobs" position="right-end" offset={14} width={320}>
      <Jobs
        jobs={jobs}
        renderLink={(job) => (
          <Group gap="xs">
            {job.exportId !== null && (
              <TextLink
                size="xs"
                to="/app/$clientName/exports/$exportId"
                params={{ clientName, exportId: job.exportId }}
              >
                Open export
              </TextLink>
            )}
            {job.status === 'COMPLETE' && rewritesDataset(job) && (
              <TextLink size="xs" to="/app/$clientName" params={{ clientName }}>
                Show companies
              </TextLink>
            )}
            <CancelJob job={job} />
          </Group>
        )}
      />
    </PopupPanel>
  );
}
