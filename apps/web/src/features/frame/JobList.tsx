import type { Job } from '@quarry/contracts';
import { PopupPanel } from '../../ui/popup/PopupPanel.tsx';
import type { Popup } from '../../ui/popup/use-popup.ts';
import { Jobs } from '../jobs/Jobs.tsx';

/** The account's jobs in a popup. */
export default function JobList({ popup, jobs }: { popup: Popup; jobs: readonly Job[] }) {
  return (
    <PopupPanel popup={popup} label="Jobs" position="right-end" offset={14} width={320}>
      <Jobs jobs={jobs} />
    </PopupPanel>
  );
}
