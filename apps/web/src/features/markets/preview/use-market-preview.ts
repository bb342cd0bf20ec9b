import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { notifyError } from '../../../lib/notify.ts';
import { onSessionEnd } from '../../../lib/session.ts';
import { createPreviewCache } from './preview-cache.ts';
import { createPreviewController, type MarketPreviewState, type PreviewController } from './preview-controller.ts';
import { previewTransport } from './preview-transport.ts';

// Outlives the page, so that the preview is still there after the first save has changed the address.
const cache = createPreviewCache(() => Date.now());
onSessionEnd(cache.clear);

/** The preview of a market that is being edited, and ways to make and abort it. */
export interface MarketPreviewHandle extends Pick<PreviewController, 'start' | 'restore' | 'abort'> {
  readonly clientName: string;
  readonly state: MarketPreviewState;
}

/** Previews of criteria in an account, one at a time. Leaving the page aborts the running one. */
export function useMarketPreview(clientName: string): MarketPreviewHandle {
  const { datasetVersion } = useClient();
  const controller = useMemo(
    () =>
      createPreviewController({
        clientName,
        transport: previewTransport(clientName),
        cache,
        now: () => Date.now(),
        onFailure: () => notifyError('Preview failed, please try again', { id: PREVIEW_FAILURE_TOAST }),
      }),
    [clientName],
  );
  const state = useSyncExternalStore(controller.subscribe, controller.getState);
  // Before the card's own effects look for a kept preview.
  useLayoutEffect(() => cache.setDataset(`${clientName} ${datasetVersion}`), [clientName, datasetVersion]);
  useEffect(() => {
    window.addEventListener('pagehide', controller.abort);
    return () => {
      window.removeEventListener('pagehide', controller.abort);
      controller.abort();
    };
  }, [controller]);
  return useMemo(
    () => ({ clientName, state, start: controller.start, restore: controller.restore, abort: controller.abort }),
    [clientName, controller, state],
  );
}

/** The id of the toast for all failures: pressing the button again changes it instead of piling up more. */
export const PREVIEW_FAILURE_TOAST = 'market-preview-failed';
