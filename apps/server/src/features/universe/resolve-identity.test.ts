import { expect, it } from 'vitest';
import { type IdentityMatches, resolveIdentity } from './resolve-identity.ts';

const noMatches: IdentityMatches = {
  override: null,
  byLinkedIn: null,
  byDomain: null,
  isAlias: false,
  linkedInMatchHasBoth: false,
};

it.each<[string, Partial<IdentityMatches>, ReturnType<typeof resolveIdentity>]>([
  ['nothing known', {}, { companyId: null, rule: 'new', loser: null }],
  ['LinkedIn known', { byLinkedIn: '1' }, { companyId: '1', rule: 'linkedin', loser: null }],
  ['domain known', { byDomain: '2' }, { companyId: '2', rule: 'domain', loser: null }],
  ['alias known', { byDomain: '2', isAlias: true }, { companyId: '2', rule: 'alias', loser: null }],
  ['both agree', { byLinkedIn: '1', byDomain: '1' }, { companyId: '1', rule: 'linkedin', loser: null }],
  ['they differ', { byLinkedIn: '1', byDomain: '2' }, { companyId: '2', rule: 'domain', loser: '1' }],
  [
    'they differ, and one company has both',
    { byLinkedIn: '1', byDomain: '2', linkedInMatchHasBoth: true },
    { companyId: '1', rule: 'linkedin', loser: '2' },
  ],
  [
    'an override beats the domain',
    { override: 'acme', byLinkedIn: '1', byDomain: '2' },
    { companyId: '1', rule: 'override', loser: '2' },
  ],
  [
    'an override to an unknown page',
    { override: 'acme', byDomain: '2' },
    { companyId: '2', rule: 'override', loser: null },
  ],
  ['an override with nothing known', { override: 'acme' }, { companyId: null, rule: 'new', loser: null }],
])('%s', (_case, matches, expected) => {
  expect(resolveIdentity({ ...noMatches, ...matches })).toEqual(expected);
});
