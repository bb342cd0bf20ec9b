import { expect, it } from 'vitest';
import { summariseConfig } from './summarise-config.ts';

it('summarises a configuration in one sentence', () => {
  expect(
    summariseConfig('jobs', {
      titleKeywords: ['head ** sales', 'vp sales'],
      negativeTitleKeywords: ['assistant'],
      countries: ['region:Europe', 'US'],
    }),
  ).toBe(
    'Open jobs with “head ** sales” or “vp sales” in the title, without “assistant” in the title, in Europe or United States',
  );
  expect(summariseConfig('jobs', { onlyOldJobs: true })).toBe('Closed jobs');
  expect(summariseConfig('team_members', { departments: ['Sales'], seniorities: ['cSuite', 'vp'] })).toBe(
    'People in Sales, at the level of C-suite or VP',
  );
  expect(summariseConfig('team_members', { seniorities: ['head'], countries: ['DE'] })).toBe(
    'People at the level of Head, in Germany',
  );
  expect(summariseConfig('software_reviews', { positiveKeywords: ['easy'], negativeKeywords: ['slow'] })).toBe(
    'Reviews that contain “easy”, but not “slow”',
  );
});

it('names the first entries of a long list and counts the rest', () => {
  const keywords = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(summariseConfig('main_page_text', { keywords })).toBe(
    'Home pages that contain “a”, “b”, “c”, “d”, “e” or 2 more',
  );
});
