import { Table, Text } from '@mantine/core';
import type { PersonEntry } from '@quarry/contracts';

const NONE = (
  <Text span size="sm" c="dimmed">
    –
  </Text>
);

/** The heads over `EntryCells`. */
export function EntryHeads() {
  return (
    <>
      <Table.Th>Name</Table.Th>
      <Table.Th>Company</Table.Th>
      <Table.Th>Email</Table.Th>
      <Table.Th>Profile</Table.Th>
    </>
  );
}

/** A person at a company, in the cells of a row. */
export function EntryCells({ entry }: { entry: PersonEntry }) {
  const { name, position, companyName, email, personUrl } = entry;
  return (
    <>
      <Table.Td>
        {name}
        <Text size="xs" c="dimmed">
          {position}
        </Text>
      </Table.Td>
      <Table.Td>{companyName === '' ? NONE : companyName}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{email === '' ? NONE : email}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{personUrl === '' ? NONE : personUrl}</Table.Td>
    </>
  );
}
