import type { InclusionStatus, RemovedReason, SegmentContact } from '@quarry/contracts';
import type { State } from '../../../ui/StateBadge.tsx';

const REASONS: Readonly<Record<RemovedReason, string>> = {
  CONTACT_NO_LONGER_MATCH_CRITERIA: 'Contact no Longer Matches Criteria',
  COMPANY_REMOVED_FROM_SEGMENT: 'Company Removed from Segment',
  EMAIL_NO_LONGER_VALID: 'Email no Longer Valid',
  CONTACTS_PER_COMPANY_REDUCED: 'Contacts per Company Reduced',
  CONTACT_DELETED_ON_REQUEST: 'Contact Deleted on Request',
};

const STATUSES: Readonly<Record<InclusionStatus, { readonly state: State; readonly label: string }>> = {
  INCLUDED: { state: 'live', label: 'Included' },
  WAS_INCLUDED_REMOVED: { state: 'draft', label: 'Removed' },
  CANDIDATE_CHECKED_NOT_INCLUDED: { state: 'failed', label: 'Invalid' },
};

/** What people read for a contact's status, and why. */
export function inclusionText({
  inclusion_status: status,
  removed_reason: reason,
}: Pick<SegmentContact, 'inclusion_status' | 'removed_reason'>): {
  readonly state: State;
  readonly label: string;
  readonly reason: string | null;
} {
  const why = status === 'CANDIDATE_CHECKED_NOT_INCLUDED' ? 'No email found' : reason && REASONS[reason];
  return { ...STATUSES[status], reason: why };
}

/** What people read for the verification of an email address. */
export function verificationText(status: SegmentContact['email_verification_status']): string {
  if (status === 'verified') return 'Verified';
  return status === 'invalid' ? 'Invalid' : 'Risky';
}
