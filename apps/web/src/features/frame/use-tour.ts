import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError } from '../../lib/notify.ts';
import type { Tour } from './tours.ts';

/** How to start a tour: goes to its page if need be, loads the code and shows it. `onFinish` when seen to the end. */
export function useTour(): (tour: Tour, onFinish?: () => void) => void {
  const { clientName } = useClient();
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  return useCallback(
    (tour, onFinish) => {
      async function start() {
        const home = tour.to.replace('$clientName', encodeURIComponent(clientName));
        if (pathname.replace(/\/$/, '') !== home) await navigate({ href: home });
        const { showTour } = await import('./show-tour.ts');
        await showTour(tour, onFinish);
      }
      start().catch((error: unknown) => {
        console.error('The tour could not start', error);
        notifyError('The tour could not be loaded. Please try again.');
      });
    },
    [clientName, pathname, navigate],
  );
}
