import { Alert, Button, Card, Group, Table, Text, Title } from '@mantine/core';
import { findPerson, type OutputOf } from '@quarry/contracts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useUser } from '../../lib/client-context.tsx';
import { plural } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { CrmRecords } from './CrmRecords.tsx';
import { EntryCells, EntryHeads } from './EntryCells.tsx';
import type { Sought } from './ErasuresPage.tsx';
import classes from './erasures.module.css';

const ErasePerson = lazy(() => import('./ErasePerson.tsx'));

type Found = OutputOf<typeof findPerson>;

/** Where a person is known, with the button that deletes them there. */
export function PersonHoldings({ sought, onErased }: { sought: Sought; onErased: () => void }) {
  const mayErase = useUser().staffPermissions.includes('EDIT_ACCOUNTS');
  const [isErasing, setErasing] = useState(false);
  const found = useQuery({
    queryKey: ['person', sought],
    queryFn: ({ signal }) => call(findPerson, sought, { signal }),
    // What is shown here is what will be deleted.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <Card withBorder component="section" aria-labelledby="person-holdings">
      <Group justify="space-between">
        <Title order={2} size="h4" id="person-holdings">
          Where the person is known
        </Title>
        {mayErase && found.data ? (
          <Button size="xs" color="red" onClick={() => setErasing(true)}>
            Delete this person
          </Button>
        ) : null}
      </Group>
      <div aria-live="polite">
        {found.isPending ? <LoadingState label="Looking in every account" height={120} /> : null}
        {found.isError ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
        {found.data ? <Holdings found={found.data} /> : null}
      </div>
      {mayErase ? null : (
        <Text size="sm" mt="md">
          Your account may look for people, but not delete them.
        </Text>
      )}
      {isErasing && found.data ? (
        <Suspense>
          <ErasePerson sought={sought} found={found.data} onClose={() => setErasing(false)} onErased={onErased} />
        </Suspense>
      ) : null}
    </Card>
  );
}

function Holdings({ found }: { found: Found }) {
  const { emails, personUrls, people, accounts, crmRecords, isErased } = found;
  const isUnknown = people.length + accounts.length + crmRecords.length === 0;
  return (
    <>
      {isErased ? (
        <Alert icon={<IconInfoCircle aria-hidden="true" />} mt="sm">
          A person with one of these names was deleted before. Deleting again removes what came since.
        </Alert>
      ) : null}
      <dl className={classes.facts}>
        <dt>Addresses</dt>
        <dd>{emails.length === 0 ? 'None' : emails.join(', ')}</dd>
        <dt>Profiles</dt>
        <dd>{personUrls.length === 0 ? 'None' : personUrls.join(', ')}</dd>
      </dl>
      {isUnknown ? (
        <Text size="sm" mt="md">
          Nothing is stored about this person. Deleting still keeps them from being added later.
        </Text>
      ) : null}
      {people.length > 0 ? (
        <>
          <Title order={3} size="h5" mt="lg">
            In the universe
          </Title>
          <Table.ScrollContainer minWidth={640}>
            <Table aria-label="Entries of the universe">
              <Table.Thead>
                <Table.Tr>
                  <EntryHeads />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {people.map((entry) => (
                  <Table.Tr key={`${entry.companyId} ${entry.contactId}`}>
                    <EntryCells entry={entry} />
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      ) : null}
      {accounts.length > 0 ? <Accounts accounts={accounts} /> : null}
      {crmRecords.length > 0 ? (
        <>
          <Title order={3} size="h5" mt="lg">
            In accounts’ own systems
          </Title>
          <Text size="sm" c="dimmed">
            Quarry can't delete these records. Please ask the accounts to.
          </Text>
          <CrmRecords records={crmRecords} />
        </>
      ) : null}
    </>
  );
}

function Accounts({ accounts }: { accounts: Found['accounts'] }) {
  return (
    <>
      <Title order={3} size="h5" mt="lg">
        In accounts
      </Title>
      <Table.ScrollContainer minWidth={640}>
        <Table aria-label="Accounts that know the person">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Account</Table.Th>
              <Table.Th>Contacts</Table.Th>
              <Table.Th>Segments</Table.Th>
              <Table.Th>Exports of people</Table.Th>
              <Table.Th>Do not contact</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.map(({ clientName, contacts, segments, exports, suppressions }) => (
              <Table.Tr key={clientName}>
                <Table.Td>{clientName}</Table.Td>
                <Table.Td>{contacts}</Table.Td>
                <Table.Td>{segments.length === 0 ? 'None' : segments.join(', ')}</Table.Td>
                <Table.Td>{exports === 0 ? 'None' : plural(exports, 'export')}</Table.Td>
                <Table.Td>{suppressions.length === 0 ? 'Not listed' : `${suppressions.join(', ')} (stays)`}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
