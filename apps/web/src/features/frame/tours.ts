/** The guided tours. */
export type TourId = 'filter' | 'frame';

/** A short guided tour. It starts on the page that it explains; tour-stops.ts says what it shows. */
export interface Tour {
  readonly id: TourId;
  readonly title: string;
  readonly to: '/app/$clientName';
}

/** How to filter companies; also the first step of the checklist. */
export const FILTER_TOUR: Tour = { id: 'filter', title: 'Filter companies', to: '/app/$clientName' };

/** Every tour of the help menu. A new tour adds its line here and its stops in tour-stops.ts. */
export const TOURS: readonly Tour[] = [
  FILTER_TOUR,
  { id: 'frame', title: 'Find your way around', to: '/app/$clientName' },
];
