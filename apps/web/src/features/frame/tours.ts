import { hasFeature } from '@quarry/contracts';
import type { Access } from './access.ts';

/** The guided tours. */
export type TourId = 'filter' | 'tag' | 'frame' | 'market';

/** A short guided tour. It starts on the page that it explains; tour-stops.ts says what it shows. */
export interface Tour {
  readonly id: TourId;
  readonly title: string;
  readonly to: '/app/$clientName' | '/app/$clientName/markets/explore/new';
  /** Who is offered it; everyone in the account when left out. */
  readonly when?: (access: Access) => boolean;
}

/** How to filter companies; also the first step of the checklist. */
export const FILTER_TOUR: Tour = { id: 'filter', title: 'Filter companies', to: '/app/$clientName' };

/** How to save a tag; also a step of the checklist. */
export const TAG_TOUR: Tour = { id: 'tag', title: 'Save a tag', to: '/app/$clientName' };

/** How to define a market; also a step of the checklist. */
export const MARKET_TOUR: Tour = {
  id: 'market',
  title: 'Define a market',
  to: '/app/$clientName/markets/explore/new',
  when: ({ client, user }) => hasFeature('markets', client, user),
};

/** Every tour of the help menu. A new tour adds its line here and its stops in tour-stops.ts. */
export const TOURS: readonly Tour[] = [
  FILTER_TOUR,
  TAG_TOUR,
  MARKET_TOUR,
  { id: 'frame', title: 'Find your way around', to: '/app/$clientName' },
];
