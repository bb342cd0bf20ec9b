import { ActionIcon } from '@mantine/core';
import type { SegmentContact } from '@quarry/contracts';
import {
  IconAlertTriangleFilled,
  IconBrandLinkedin,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconCopy,
} from '@tabler/icons-react';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts';
import { Hint } from '../../../ui/Hint.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { inclusionText, verificationText } from './contact-words.ts';
import classes from './view.module.css';

/** A person's name, linked to their profile. */
export function PersonCell({ contact }: { contact: SegmentContact }) {
  const name = contact.raw_name || `${contact.first_name} ${contact.last_name}`.trim() || 'Unnamed contact';
  if (contact.person_url === null) return <span data-hint-overflow="">{name}</span>;
  return (
    <a className={classes.person} href={contact.person_url} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
      <span className={classes.personName} data-hint-overflow="">
        {name}
      </span>
      <IconBrandLinkedin size={16} aria-label="on LinkedIn" />
    </a>
  );
}

/** An email address with its verification, copied on click. */
export function EmailCell({ contact }: { contact: SegmentContact }) {
  const { email, email_verification_status: status } = contact;
  if (email === null) return <span className={classes.muted}>–</span>;
  async function copy() {
    if (await copyToClipboard(email ?? '')) notifySuccess('Email copied');
    else notifyError('The browser did not allow copying');
  }
  return (
    <span className={classes.email}>
      <VerificationIcon status={status} />
      <span className={classes.emailText} data-hint-overflow="">
        {email}
      </span>
      <Hint label="Copy email">
        <ActionIcon size={22} tabIndex={-1} aria-label={`Copy ${email}`} onClick={() => void copy()}>
          <IconCopy size={14} aria-hidden="true" />
        </ActionIcon>
      </Hint>
    </span>
  );
}

function VerificationIcon({ status }: { status: SegmentContact['email_verification_status'] }) {
  const label = verificationText(status);
  const [Icon, className] =
    status === 'verified'
      ? [IconCircleCheckFilled, classes.verified]
      : status === 'invalid'
        ? [IconCircleXFilled, classes.invalid]
        : [IconAlertTriangleFilled, classes.risky];
  return (
    <span className={className} data-hint={label} role="img" aria-label={label}>
      <Icon size={16} aria-hidden="true" />
    </span>
  );
}

/** Whether a persona includes the person, and why not. */
export function InclusionCell({ contact }: { contact: SegmentContact }) {
  const { state, label, reason } = inclusionText(contact);
  return (
    <span data-hint={reason ?? undefined}>
      <StateBadge state={state}>{label}</StateBadge>
    </span>
  );
}
