import type { TourId } from './tours.ts';

/** A stop is skipped if its element is not on the page. */
export interface TourStop {
  /** CSS selector; without one, the stop is centred on the screen. */
  readonly element?: string;
  readonly title: string;
  readonly text: string;
}

/** The stops of each tour in order. Loaded with the first tour. */
export const TOUR_STOPS: Readonly<Record<TourId, readonly TourStop[]>> = {
  filter: [
    {
      title: 'Find the companies that fit',
      text: 'This page shows every company in your dataset, best first. Three steps narrow them down to yours.',
    },
    {
      element: '[data-tour="explorer-filters"]',
      title: '1. Open the filters',
      text: 'Build conditions from any data point, alone or in groups. The f key opens the filters, too.',
    },
    {
      element: '[data-tour="explorer-search"]',
      title: '2. Or search',
      text: 'Type part of a name or domain and press Enter. The / key brings you here.',
    },
    {
      element: '[data-tour="explorer-table"]',
      title: '3. Read the result',
      text: 'Click a header to sort, or a company to see everything known about it.',
    },
    {
      element: '[data-tour="explorer-columns"]',
      title: 'Your own columns',
      text: 'Choose which data points the table shows, and in which order. Your layout is remembered.',
    },
  ],
  tag: [
    {
      title: 'Keep what you found',
      text: 'A tag is a set of filters with a name. Every company that matches carries it, now and after each build.',
    },
    {
      element: '[data-tour="explorer-filters"]',
      title: '1. Filter',
      text: 'Add at least one condition. Any data point will do, even another tag.',
    },
    {
      element: '[data-tour="explorer-table"]',
      title: '2. Look at the result',
      text: 'Apply the filters or press Search. You can only save a result you have seen.',
    },
    {
      element: '[data-tour="explorer-create-tag"]',
      title: '3. Create the tag',
      text: 'Give it a name. Its companies are found within seconds.',
    },
    {
      element: '[data-tour="pages"]',
      title: '4. Find it again',
      text: 'The Tags page lists them all: view companies, change filters, rename or delete a tag.',
    },
  ],
  market: [
    {
      title: 'Define the companies you want',
      text: 'A market searches every company that Quarry knows, not only those in your dataset. Publish it to add the matches.',
    },
    { element: '[data-tour="market-name"]', title: '1. Name it', text: 'Each market in the account has its own name.' },
    {
      element: '[data-tour="market-criteria"]',
      title: '2. Say what makes a company fit',
      text: 'Add conditions on any data point, alone or in groups. For jobs, people and reviews you also say which ones count.',
    },
    {
      element: '[data-tour="market-preview"]',
      title: '3. Preview it',
      text: 'See the best matches, how many there are, and how many of them are not in your dataset yet.',
    },
    {
      element: '[data-tour="market-save"]',
      title: '4. Save it',
      text: 'A saved market is a draft: it adds nothing to your dataset yet.',
    },
    {
      element: '[data-tour="market-publish"]',
      title: '5. Publish it',
      text: 'Once, or live with new matches as they appear. During beta our team reviews it first.',
    },
  ],
  segment: [
    {
      title: 'Turn companies into people to call',
      text: 'A segment is a list of companies from your dataset. Its personas find the right people at each of them.',
    },
    {
      element: '[data-tour="segment-name"]',
      title: '1. Name it',
      text: 'Each segment in the account has its own name.',
    },
    {
      element: '[data-tour="segment-filters"]',
      title: '2. Choose the companies',
      text: 'Filter by any data point, by score or by tag. You can also paste domains, or leave out other segments.',
    },
    {
      element: '[data-tour="segment-preview"]',
      title: '3. Look at the result',
      text: 'The companies and their number follow what you change.',
    },
    {
      element: '[data-tour="segment-personas"]',
      title: '4. Say whom to find',
      text: 'Add a persona of your own or from a template. Nothing is searched or charged before you confirm.',
    },
    {
      element: '[data-tour="segment-save"]',
      title: '5. Save it',
      text: 'A dynamic segment then follows your dataset every day; a static one stays as it is.',
    },
  ],
  frame: [
    { element: '[data-tour="pages"]', title: 'Pages', text: 'Everything you can do in this account.' },
    { element: '[data-tour="account"]', title: 'Account', text: 'Switch between your accounts.' },
    {
      element: '[data-tour="credits"]',
      title: 'Credits',
      text: 'The credits you have left, and how much of the company limit is used.',
    },
    {
      element: '[data-tour="palette"]',
      title: 'Search everything',
      text: 'Press Ctrl + K or Cmd + K anywhere to reach every page and action.',
    },
    { element: '[data-tour="help"]', title: 'Help', text: 'Documentation, tours and keyboard shortcuts.' },
  ],
};
