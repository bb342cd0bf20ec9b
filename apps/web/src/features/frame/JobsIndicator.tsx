import { Loader } from '@mantine/core';
import { IconProgressCheck } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { usePopup } from '../../ui/popup/use-popup.ts';
import { isRunning } from '../jobs/job-name.ts';
import { NavRowButton, NavTooltip } from './NavRow.tsx';
import { useJobs } from './use-jobs.ts';

const load = () => import('./JobList.tsx');
const JobList = lazy(load);

/** The account's running jobs and those of the last hour; hidden if there are none. */
export function JobsIndicator(props: { isCollapsed: boolean }) {
  const jobs = useJobs();
  const { trigger, popup, hasOpened } = usePopup({ kind: 'dialog', load });
  if (jobs.length === 0) return null;
  const running = jobs.filter(isRunning);
  const label = running.length > 0 ? `${running.length} running` : 'Recent jobs';
  return (
    <>
      <NavTooltip label={label} isCollapsed={props.isCollapsed}>
        <NavRowButton
          {...trigger}
          icon={running.length > 0 ? <Loader size={16} /> : <IconProgressCheck size={19} stroke={1.7} />}
          label={label}
          end={running[0] ? `${Math.round(running[0].progress * 100)} %` : undefined}
        />
      </NavTooltip>
      <Suspense>
        {hasOpened && <JobList popup={popup} jobs={[...running, ...jobs.filter((job) => !isRunning(job))]} />}
      </Suspense>
    </>
  );
}
