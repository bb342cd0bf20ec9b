import { hasFeature } from '@quarry/contracts';
import type { Access } from './access.ts';

export type TourId = 'filter' | 'tag' | 'frame' | 'market' | 'segment';

/** A guided tour of the page `to`; its stops are in tour-stops.ts. */
export interface Tour {
  readonly id: TourId;
  readonly title: string;
  readonly to: '/app/$clientName' | '/app/$clientName/markets/explore/new' | '/app/$clientName/segments/edit/new';
  /** Who is offered it; everyone by default. */
  readonly when?: (access: Access) => boolean;
}

export const FILTER_TOUR: Tour = { id: 'filter', title: 'Filter companies', to: '/app/$clientName' };

export const TAG_TOUR: Tour = { id: 'tag', title: 'Save a tag', to: '/app/$clientName' };

export const MARKET_TOUR: Tour = {
  id: 'market',
  title: 'Define a market',
  to: '/app/$clientName/markets/explore/new',
  when: ({ client, user }) => hasFeature('markets', client, user),
};

export const SEGMENT_TOUR: Tour = {
  id: 'segment',
  title: 'Build a segment',
  to: '/app/$clientName/segments/edit/new',
};

/** All tours in the order of the help menu. */
export const TOURS: readonly Tour[] = [
  FILTER_TOUR,
  TAG_TOUR,
  MARKET_TOUR,
  SEGMENT_TOUR,
  { id: 'frame', title: 'Find your way around', to: '/app/$clientName' },
];
