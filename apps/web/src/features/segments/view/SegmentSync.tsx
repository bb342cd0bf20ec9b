import type { Segment } from '@quarry/contracts';
import { plural } from '../../../lib/format.ts';
import SyncDialog from '../../integration-jobs/sync/SyncDialog.tsx';
import { SegmentAutosync } from './SegmentAutosync.tsx';

/** Sends a segment to a connector, now or by itself. */
export default function SegmentSync({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const { sizeCompanies, sizeContacts } = segment;
  return (
    <SyncDialog scope={{ segmentIds: [segment.id] }} aside={<SegmentAutosync segment={segment} />} onClose={onClose}>
      {plural(sizeCompanies ?? 0, 'company', 'companies')} and {plural(sizeContacts ?? 0, 'contact')} of {segment.name}
    </SyncDialog>
  );
}
