import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { notifyError } from '../../lib/notify.ts';
import type { Tour } from './tours.ts';

/** Returns a function that opens a tour's page, loads the code and shows it. `onFinish` runs at its end. */
export function useTour(): (tour: Tour, onFinish?: () => void) => void {
  const { clientName } = useClient();
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  return useCallback(
    (tour, onFinish) => {
      async function start() {
        const tourPath = tour.to.replace('$clientName', encodeURIComponent(clientName));
        if (pathname.replace(/\/$/, '') !== tourPath) await navigate({ href: tourPath });
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
