import { pause } from '../../lib/pause.ts';
import 'driver.js/dist/driver.css';
import './tour.css';
import { driver } from 'driver.js';
import { TOUR_STOPS, type TourStop } from './tour-stops.ts';
import type { Tour } from './tours.ts';

const TIMEOUT_MS = 3_000;
const POLL_MS = 100;

// The last stop of each tour, so that it resumes there until the page reloads.
const lastStops = new Map<string, number>();

async function waitForElements(stops: readonly TourStop[]): Promise<void> {
  const selectors = stops.flatMap(({ element }) => (element ? [element] : []));
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline && selectors.some((selector) => !document.querySelector(selector))) {
    await pause(POLL_MS);
  }
}

/** Shows a tour over the page, resuming where it was left. Calls `onFinish` at the end of its last stop. */
export async function showTour(tour: Tour, onFinish?: () => void): Promise<void> {
  const allStops = TOUR_STOPS[tour.id];
  await waitForElements(allStops);
  const stops = allStops.filter(({ element }) => !element || document.querySelector(element));
  const focusedBefore = document.activeElement;
  let isFinished = false;
  const tourDriver = driver({
    animate: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    duration: 150,
    showProgress: stops.length > 1,
    progressText: '{{current}} of {{total}}',
    nextBtnText: 'Next',
    prevBtnText: 'Back',
    doneBtnText: 'Done',
    popoverClass: 'quarry-tour',
    stagePadding: 4,
    stageRadius: 6,
    steps: stops.map(({ element, title, text }) => ({
      ...(element ? { element } : {}),
      popover: { title, description: text },
    })),
    onHighlighted: () => {
      // These attributes claim that the element opens a dialog: wrong, and invalid on some roles.
      for (const element of document.querySelectorAll('[aria-controls="driver-popover-content"]')) {
        for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element.removeAttribute(name);
      }
      lastStops.set(tour.id, tourDriver.getActiveIndex() ?? 0);
    },
    onNextClick: () => {
      isFinished = tourDriver.isLastStep();
      tourDriver.moveNext();
    },
    onDestroyed: () => {
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
      if (!isFinished) return;
      lastStops.delete(tour.id);
      onFinish?.();
    },
  });
  const startIndex = lastStops.get(tour.id) ?? 0;
  tourDriver.drive(startIndex < stops.length ? startIndex : 0);
}
