import { expect, it } from 'vitest';
import { missingCredits } from './search-cost.ts';

const cost = { maximumCredits: 10, contactBalance: 10, phoneNumberBalance: 9 };

it('compares the maximum with the balances that a search needs', () => {
  expect(missingCredits(cost, { checkPhoneNumber: false })).toBeNull();
  expect(missingCredits({ ...cost, contactBalance: 9 }, { checkPhoneNumber: false })).toMatchObject({
    label: 'contact',
    needed: 10,
    balance: 9,
  });
  expect(missingCredits(cost, { checkPhoneNumber: true })).toMatchObject({ label: 'phone number', balance: 9 });
});

it('allows a search without a known balance', () => {
  const unknown = { ...cost, contactBalance: null, phoneNumberBalance: null };
  expect(missingCredits(unknown, { checkPhoneNumber: true })).toBeNull();
});
