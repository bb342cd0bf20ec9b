import { expect, test } from 'vitest';
import { domainsIn, EMPTY_DRAFT, problemsOf } from './report-draft.ts';

test('takes one domain a line, without blanks and repeated ones', () => {
  expect(domainsIn(' a.com \n\n\t\nb.com\r\na.com')).toEqual(['a.com', 'b.com']);
});

test('says what is missing', () => {
  expect(problemsOf(EMPTY_DRAFT)).toEqual({
    name: 'Please provide a name for the report',
    goodDomains: 'Please provide at least one target domain',
  });
  const filled = { ...EMPTY_DRAFT, name: 'Customers', goodDomains: 'a.com' };
  expect(problemsOf(filled)).toEqual({});
  expect(problemsOf({ ...filled, mode: 'vsOther' })).toEqual({
    otherDomains: 'Please provide at least one other domain',
  });
});
