import { expect, it } from 'vitest';
import { logsSearch, readError, readMatches, writeError, writeMatches } from './logs-search.ts';

it('names a kind of error in the address, with any field', () => {
  for (const field of [null, 'industry', 'odd~name']) {
    const key = {
      integrationType: 'HUBSPOT',
      recordType: 'company',
      errorCode: 'HS_COMPANY_INVALID_OPTION',
      field,
    } as const;
    expect(readError(writeError(key))).toEqual(key);
  }
  expect(readError('HUBSPOT~deal~X')).toBeNull();
  expect(readMatches(writeMatches('PIPEDRIVE', 'contact'))).toEqual({
    integrationType: 'PIPEDRIVE',
    recordType: 'contact',
  });
});

it('drops what an address has wrong', () => {
  expect(logsSearch({ connector: 'hubspot', page: '2', errorsPage: '3', job: 'j' })).toEqual({
    connector: 'HUBSPOT',
    page: 2,
    errorsPage: 3,
    job: 'j',
  });
  expect(logsSearch({ connector: 'x', page: '0', errorsPage: '-1', error: 'x', matches: 'y', job: '' })).toEqual({});
});
