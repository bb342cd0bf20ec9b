import { CRM_TYPES } from '@quarry/contracts';
import { expect, it } from 'vitest';
import { callbackSearch, readState } from './connector-callback.ts';

const stateOf = (content: unknown) =>
  `${btoa(JSON.stringify(content)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`;

it.each(CRM_TYPES)('finds the account and connector of a state of %s', (connectorType) => {
  const state = { client: 'acme', connectorType, nonce: '???>>>' };
  const found = { clientName: 'acme', type: connectorType };
  expect(readState(stateOf({ ...state, sandbox: false }))).toEqual({ ...found, isSandbox: false });
  expect(readState(stateOf({ ...state, sandbox: true }))).toEqual({ ...found, isSandbox: true });
});

it.each([
  undefined,
  '',
  'nonsense',
  stateOf(null),
  stateOf({ client: 'acme', connectorType: 'WEBHOOK', sandbox: false }),
  stateOf({ client: '', connectorType: 'HUBSPOT', sandbox: false }),
])('finds nothing in %s', (state) => {
  expect(readState(state)).toBeNull();
});

it('passes on what the CRM said, and no more', () => {
  const query = { code: 'c', state: 's', error: 'access_denied', error_description: 'No', client: 'other' };
  expect(callbackSearch(query)).toEqual({ code: 'c', state: 's', error: 'access_denied', error_description: 'No' });
});
