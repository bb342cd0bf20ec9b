import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { clientQuery } from '../../../lib/client-context.tsx';
import { notifyError } from '../../../lib/notify.ts';
import { createPreviewController, type MarketPreviewState, type PreviewController } from './preview-controller.ts';
import { previewTransport } from './preview-transport.ts';

export interface MarketPreviewHandle extends Pick<PreviewController, 'start' | 'restore' | 'abort'> {
  readonly clientName: string;
  readonly state: MarketPreviewState;
}

/** Previews in an account, one at a time. Leaving the page aborts the running one. */
export function useMarketPreview(clientName: string): MarketPreviewHandle {
  const queryClient = useQueryClient();
  const controller = useMemo(
    () =>
      createPreviewController({
        clientName,
        transport: previewTransport(clientName),
        queryClient,
        datasetVersion: () => queryClient.getQueryData(clientQuery(clientName).queryKey)?.datasetVersion ?? null,
        now: () => Date.now(),
        onFailure: () => notifyError('Preview failed, please try again', { id: PREVIEW_FAILURE_TOAST }),
      }),
    [clientName, queryClient],
  );
  const state = useSyncExternalStore(controller.subscribe, controller.getState);
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

/** One id for all failure toasts, so a new failure replaces the old toast. */
export const PREVIEW_FAILURE_TOAST = 'market-preview-failed';
