import type { TourId } from './tours.ts';

/** One stop of a tour. Stops whose element is not on the screen are left out. */
export interface TourStop {
  /** CSS selector of what it points at; none for a stop in the middle of the screen. */
  readonly element?: string;
  readonly title: string;
  readonly text: string;
}

/** What each tour shows, in order. Loaded with the first tour. */
export const TOUR_STOPS: Readonly<Record<TourId, readonly TourStop[]>> = {
  filter: [
    {
      title: 'Find the companies that fit',
      text: 'This page shows every company of your dataset, the best first. Three steps lead from all of them to yours.',
    },
    {
      element: '[data-tour="explorer-filters"]',
      title: '1. Open the filters',
      text: 'Build conditions from any data point, alone or in groups. The key f opens the filters, too.',
    },
    {
      element: '[data-tour="explorer-search"]',
      title: '2. Or search',
      text: 'Type a part of a name or domain and press Enter. The key / brings you here.',
    },
    {
      element: '[data-tour="explorer-table"]',
      title: '3. Read the result',
      text: 'Click a header to sort, and a company to see all that is known about it.',
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
      text: 'Add at least one condition. Any data point will do, another tag too.',
    },
    {
      element: '[data-tour="explorer-table"]',
      title: '2. Look at the result',
      text: 'Apply the filters or press Search. Only a result that you have seen can be saved.',
    },
    {
      element: '[data-tour="explorer-create-tag"]',
      title: '3. Create the tag',
      text: 'Give it a name. Its companies are found within seconds.',
    },
    {
      element: '[data-tour="pages"]',
      title: '4. Find it again',
      text: 'Tags lists all of them: open its companies, change its filters, rename or delete it.',
    },
  ],
  market: [
    {
      title: 'Define the companies you want',
      text: 'A market searches every company that Quarry knows, not only those of your dataset. Published, it brings them in.',
    },
    { element: '[data-tour="market-name"]', title: '1. Name it', text: 'Each market of the account has its own name.' },
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
      text: 'Once, or live with new matches as they appear. During beta our team looks at it first.',
    },
  ],
  frame: [
    { element: '[data-tour="pages"]', title: 'Pages', text: 'Everything that you can do in this account.' },
    { element: '[data-tour="account"]', title: 'Account', text: 'Switch between the accounts that you may open.' },
    {
      element: '[data-tour="credits"]',
      title: 'Credits',
      text: 'What is left of each kind of credit, and how much of the company limit is used.',
    },
    {
      element: '[data-tour="palette"]',
      title: 'Search everything',
      text: 'Ctrl or Cmd and K reaches every page and action from wherever you are.',
    },
    { element: '[data-tour="help"]', title: 'Help', text: 'Documentation, tours and the list of keys.' },
  ],
};
