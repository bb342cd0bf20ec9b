import { Loader, Popover } from '@mantine/core';
import { IconProgressCheck } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { NavRowButton, NavTooltip } from './NavRow.tsx';
import { isRunning, useJobs } from './use-jobs.ts';

const JobList = lazy(() => import('./JobList.tsx'));

/** What runs for the account and what ended in the last hour; hidden when there is nothing to tell. */
export function JobsIndicator(props: { isCollapsed: boolean }) {
  const jobs = useJobs();
  if (jobs.length === 0) return null;
  const running = jobs.filter(isRunning);
  const label = running.length > 0 ? `${running.length} running` : 'Recent jobs';
  return (
    <Popover position="right-end" offset={14} width={320} trapFocus returnFocus>
      <NavTooltip label={label} isCollapsed={props.isCollapsed}>
        <Popover.Target>
          <NavRowButton
            icon={running.length > 0 ? <Loader size={16} /> : <IconProgressCheck size={19} stroke={1.7} />}
            label={label}
            end={running[0] ? `${Math.round(running[0].progress * 100)} %` : undefined}
          />
        </Popover.Target>
      </NavTooltip>
      <Popover.Dropdown aria-label="Jobs">
        <Suspense fallback={<Loader size="sm" />}>
          <JobList jobs={[...running, ...jobs.filter((job) => !isRunning(job))]} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
