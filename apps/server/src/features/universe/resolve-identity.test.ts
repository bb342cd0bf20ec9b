import { expect, it } from 'vitest';
import { type KnownNames, resolveIdentity } from './resolve-identity.ts';

const unknown: KnownNames = {
  override: null,
  byLinkedIn: null,
  byDomain: null,
  isAlias: false,
  linkedInNamesBoth: false,
};

it.each<[string, Partial<KnownNames>, ReturnType<typeof resolveIdentity>]>([
  ['nothing known', {}, { companyId: null, rule: 'new', loser: null }],
  ['LinkedIn known', { byLinkedIn: '1' }, { companyId: '1', rule: 'linkedin', loser: null }],
  ['domain known', { byDomain: '2' }, { companyId: '2', rule: 'domain', loser: null }],
  ['alias known', { byDomain: '2', isAlias: true }, { companyId: '2', rule: 'alias', loser: null }],
  ['both agree', { byLinkedIn: '1', byDomain: '1' }, { companyId: '1', rule: 'linkedin', loser: null }],
  ['they differ', { byLinkedIn: '1', byDomain: '2' }, { companyId: '2', rule: 'domain', loser: '1' }],
  [
    'they differ, and one names both',
    { byLinkedIn: '1', byDomain: '2', linkedInNamesBoth: true },
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
  ['an override of nothing known', { override: 'acme' }, { companyId: null, rule: 'new', loser: null }],
])('%s', (_case, known, expected) => {
  expect(resolveIdentity({ ...unknown, ...known })).toEqual(expected);
});
