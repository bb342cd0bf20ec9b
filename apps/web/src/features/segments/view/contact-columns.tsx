import { SENIORITY_NAMES, type SegmentContact } from '@quarry/contracts';
import { IconBrandLinkedin, IconWorld } from '@tabler/icons-react';
import { formatDate, relativeInstant } from '../../../lib/format.ts';
import type { TableColumn } from '../../../ui/table/types.ts';
import { linkedInCompanyUrl } from '../../companies/linkedin-url.ts';
import { countryName } from '../../datasets/fields.ts';
import { EmailCell, InclusionCell, PersonCell } from './ContactCells.tsx';
import type { ContactSort } from './contact-sort.ts';
import { inclusionText } from './contact-words.ts';
import classes from './view.module.css';

type Column = TableColumn<SegmentContact>;

/** The columns of a table of contacts. */
export function contactColumns(options: {
  hasPhoneNumbers: boolean;
  isSortable: boolean;
  hasCompany: boolean;
}): Column[] {
  const { isSortable } = options;
  const sortable = (id: ContactSort, column: Omit<Column, 'id'>): Column => ({ id, isSortable, ...column });
  const text = (id: ContactSort, header: string, width: number, read: (contact: SegmentContact) => string | null) =>
    sortable(id, {
      header,
      width,
      cell: (contact) => read(contact) || <span className={classes.muted}>–</span>,
      copy: (contact) => read(contact) ?? '',
    });
  const date = (id: 'included_at' | 'removed_at', header: string) =>
    sortable(id, {
      header,
      width: 130,
      firstDirection: 'desc',
      cell: ({ [id]: at }) =>
        at === null ? (
          <span className={classes.muted}>–</span>
        ) : (
          <time dateTime={at} data-hint={relativeInstant(at)}>
            {formatDate(at)}
          </time>
        ),
      copy: ({ [id]: at }) => at ?? '',
    });
  const reason = (contact: SegmentContact) => inclusionText(contact).reason;
  return [
    sortable('raw_name', {
      header: 'Name / LinkedIn URL',
      width: 210,
      isLocked: true,
      cell: (contact) => <PersonCell contact={contact} />,
      copy: (contact) => contact.raw_name,
    }),
    ...(options.hasCompany
      ? [
          sortable('company_name', {
            header: 'Company',
            width: 220,
            cell: (contact) => <CompanyCell contact={contact} />,
            copy: (contact) => contact.company_name,
          }),
        ]
      : []),
    text('position', 'Position', 240, ({ position }) => position),
    sortable('email', {
      header: 'Email',
      width: 260,
      cell: (contact) => <EmailCell contact={contact} />,
      copy: ({ email }) => email ?? '',
    }),
    ...(options.hasPhoneNumbers
      ? [
          {
            id: 'phone_number',
            header: 'Phone',
            width: 150,
            cell: ({ phone_number: phone }: SegmentContact) =>
              phone === null ? (
                <span className={classes.muted}>–</span>
              ) : (
                <a className={classes.link} href={`tel:${phone}`} tabIndex={-1}>
                  {phone}
                </a>
              ),
            copy: ({ phone_number: phone }: SegmentContact) => phone ?? '',
          },
        ]
      : []),
    text('persona_name', 'Persona', 160, ({ persona_name }) => persona_name),
    sortable('persona_rank', {
      header: 'Rank',
      description: 'The order in which to contact people of the persona at the company',
      width: 80,
      align: 'end',
      cell: ({ persona_rank: rank }) => rank ?? <span className={classes.muted}>–</span>,
      copy: ({ persona_rank: rank }) => String(rank ?? ''),
    }),
    text('seniority', 'Seniority', 130, ({ seniority }) => SENIORITY_NAMES.get(seniority ?? '') ?? seniority),
    text('country', 'Country', 130, ({ country }) => country && countryName(country)),
    sortable('inclusion_status', {
      header: 'Status',
      width: 120,
      cell: (contact) => <InclusionCell contact={contact} />,
      copy: (contact) => inclusionText(contact).label,
    }),
    {
      id: 'removed_reason',
      header: 'Reason',
      width: 240,
      cell: (contact) => (
        <span className={classes.muted} data-hint-overflow="">
          {reason(contact) ?? '–'}
        </span>
      ),
      copy: (contact) => reason(contact) ?? '',
    },
    date('included_at', 'Included'),
    date('removed_at', 'Removed'),
  ];
}

function CompanyCell({ contact }: { contact: SegmentContact }) {
  const { company_name: name, company_domain: domain } = contact;
  const linkedIn = linkedInCompanyUrl(contact.company_linked_in_id);
  return (
    <span className={classes.company}>
      <span className={classes.companyName} data-hint-overflow="">
        {name || domain}
      </span>
      {domain && (
        <a
          href={`https://${domain}`}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
          aria-label={`Website of ${name}`}
        >
          <IconWorld size={16} aria-hidden="true" />
        </a>
      )}
      {linkedIn && (
        <a href={linkedIn} target="_blank" rel="noopener noreferrer" tabIndex={-1} aria-label={`${name} on LinkedIn`}>
          <IconBrandLinkedin size={16} aria-hidden="true" />
        </a>
      )}
    </span>
  );
}
