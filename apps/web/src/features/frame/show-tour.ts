import 'driver.js/dist/driver.css';
import './tour.css';
import { driver } from 'driver.js';
import { TOUR_STOPS, type TourStop } from './tour-stops.ts';
import type { Tour } from './tours.ts';

const WAIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

// Where a tour was left, so that it goes on there until the page is reloaded.
const leftAt = new Map<string, number>();

async function elementsAppear(stops: readonly TourStop[]): Promise<void> {
  const wanted = stops.flatMap(({ element }) => (element ? [element] : []));
  const end = performance.now() + WAIT_MS;
  while (performance.now() < end && wanted.some((selector) => !document.querySelector(selector))) {
    await new Promise((resolve) => window.setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Shows a tour over the page, going on where it was left. Calls `onFinish` when it was seen to the end. */
export async function showTour(tour: Tour, onFinish?: () => void): Promise<void> {
  const all = TOUR_STOPS[tour.id];
  await elementsAppear(all);
  const stops = all.filter(({ element }) => !element || document.querySelector(element));
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
      // These say that the element itself opens a dialog, which is not so, and some roles don't allow them.
      for (const element of document.querySelectorAll('[aria-controls="driver-popover-content"]')) {
        for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element.removeAttribute(name);
      }
      leftAt.set(tour.id, tourDriver.getActiveIndex() ?? 0);
    },
    onNextClick: () => {
      isFinished = tourDriver.isLastStep();
      tourDriver.moveNext();
    },
    onDestroyed: () => {
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
      if (!isFinished) return;
      leftAt.delete(tour.id);
      onFinish?.();
    },
  });
  const start = leftAt.get(tour.id) ?? 0;
  tourDriver.drive(start < stops.length ? start : 0);
}
