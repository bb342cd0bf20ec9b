import { INCLUSION_STATUSES, REMOVED_REASONS } from '@quarry/contracts';
import { expect, it } from 'vitest';
import { inclusionText, verificationText } from './contact-words.ts';

it('has a word for each status of a contact, and for each reason of a removal', () => {
  const labels = INCLUSION_STATUSES.map(
    (inclusion_status) => inclusionText({ inclusion_status, removed_reason: null }).label,
  );
  expect(labels).toEqual(['Included', 'Removed', 'Invalid']);
  const reasons = REMOVED_REASONS.map(
    (removed_reason) => inclusionText({ inclusion_status: 'WAS_INCLUDED_REMOVED', removed_reason }).reason,
  );
  expect(reasons[0]).toBe('Contact no Longer Matches Criteria');
  expect(new Set(reasons).size).toBe(REMOVED_REASONS.length);
});

it('calls an address risky that is neither verified nor invalid', () => {
  expect((['verified', 'invalid', 'other', null] as const).map(verificationText)).toEqual([
    'Verified',
    'Invalid',
    'Risky',
    'Risky',
  ]);
});
