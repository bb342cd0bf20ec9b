import { useEffect, useEffectEvent } from 'react';
import { notifyInfo } from '../../lib/notify.ts';
import type { FilterDraft } from './use-filter-draft.ts';

/** Says once that filters which were edited before a reload are back. */
export function useRestoredNotice(draft: FilterDraft): void {
  const discard = useEffectEvent(draft.discard);
  const { isRestored } = draft;
  useEffect(() => {
    if (!isRestored) return;
    notifyInfo('Your edited filters are back. They are not applied yet.', {
      id: 'filters-restored',
      action: { label: 'Discard', onClick: () => discard() },
    });
  }, [isRestored]);
}
