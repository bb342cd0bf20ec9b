import { Anchor, Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { CONTACTS_PAGE_SIZE, type Contact } from '@quarry/contracts';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleXFilled, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, plural } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import { countryName } from '../datasets/fields.ts';
import type { DatasetKey } from '../datasets/queries.ts';
import classes from './company-panel.module.css';
import { contactsQuery } from './queries.ts';

/** The account's contacts at a company, ten per page. */
export function CompanyContacts(props: { dataset: DatasetKey; companyId: string }) {
  const [pageIndex, setPageIndex] = useState(0);
  const query = useQuery(contactsQuery(props.dataset, props.companyId, pageIndex));
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) {
    return (
      <Stack gap={14} pt="xs" role="status" aria-label="Loading contacts">
        {[70, 55, 80, 62].map((percent) => (
          <Skeleton key={percent} height={12} width={`${percent}%`} />
        ))}
      </Stack>
    );
  }
  const { contacts, contactsCnt } = query.data;
  if (contactsCnt === 0) {
    return (
      <EmptyState title="No contacts available" icon={<IconUsers size={28} aria-hidden="true" />}>
        Contacts appear here once a persona search has found people at this company.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.contacts} aria-label="Contacts" aria-busy={query.isPlaceholderData}>
        {contacts.map((contact) => (
          <ContactItem key={contact.contact_id} contact={contact} />
        ))}
      </ul>
      <Pager
        pageIndex={pageIndex}
        pageSize={CONTACTS_PAGE_SIZE}
        total={contactsCnt}
        rowCount={contacts.length}
        noun="contacts"
        label="Pages of contacts"
        onPage={setPageIndex}
      />
    </>
  );
}

function ContactItem({ contact }: { contact: Contact }) {
  const name = `${contact.first_name} ${contact.last_name}`.trim() || contact.person_url || 'Unnamed contact';
  const place = [contact.location, contact.country ? countryName(contact.country) : null].filter(Boolean).join(', ');
  const groups = [...new Set([...contact.segments, ...contact.segment_personas])];
  return (
    <li className={classes.contact}>
      <div style={{ minWidth: 0 }}>
        <Group gap={6}>
          {contact.person_url ? (
            <Anchor href={contact.person_url} target="_blank" rel="noopener noreferrer" size="sm" fw={600}>
              {name}
            </Anchor>
          ) : (
            <Text size="sm" fw={600}>
              {name}
            </Text>
          )}
          {contact.is_former_employment && (
            <Badge size="xs" color="gray" variant="light">
              Former
            </Badge>
          )}
        </Group>
        <Text size="sm">{contact.position || '–'}</Text>
        <Text size="xs" c="dimmed">
          {[place, tenureText(contact.tenure), `added ${formatDate(contact.added_to_dataset_at)}`]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {groups.length > 0 && (
          <Group gap={4} mt={4}>
            {groups.map((group) => (
              <Badge key={group} size="xs" variant="light" tt="none">
                {group}
              </Badge>
            ))}
          </Group>
        )}
      </div>
      {contact.email && (
        <div style={{ textAlign: 'end' }}>
          <Anchor href={`mailto:${contact.email}`} size="sm">
            {contact.email}
          </Anchor>
          <div>
            <EmailStatus status={contact.email_verification_status} />
          </div>
        </div>
      )}
    </li>
  );
}

/** The icon always comes with a word, so that its colour is not the only sign. */
function EmailStatus({ status }: { status: Contact['email_verification_status'] }) {
  if (status === 'verified') {
    return (
      <span className={`${classes.status} ${classes.verified}`}>
        <IconCircleCheckFilled size={14} aria-hidden="true" /> Verified
      </span>
    );
  }
  if (status === 'invalid') {
    return (
      <span className={`${classes.status} ${classes.invalid}`}>
        <IconCircleXFilled size={14} aria-hidden="true" /> Invalid
      </span>
    );
  }
  return (
    <span className={`${classes.status} ${classes.risky}`}>
      <IconAlertTriangleFilled size={14} aria-hidden="true" /> {status === null ? 'Not verified' : 'Unconfirmed'}
    </span>
  );
}

function tenureText(months: number | null): string | null {
  if (months === null) return null;
  const years = Math.floor(months / 12);
  if (years === 0) return `${plural(months, 'month')} in role`;
  return `${plural(years, 'year')} in role`;
}
