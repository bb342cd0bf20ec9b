import { Button, Table, Text } from '@mantine/core';
import { type findPeopleByName, MAX_PEOPLE_BY_NAME, type OutputOf, type PersonEntry } from '@quarry/contracts';
import { EntryCells, EntryHeads } from './EntryCells.tsx';

/** The people with a name, of whom one is chosen. */
export function PeopleByName(props: {
  found: OutputOf<typeof findPeopleByName>;
  onChoose: (person: PersonEntry) => void;
}) {
  const { people, hasMore } = props.found;
  if (people.length === 0) {
    return (
      <Text size="sm" mt="md">
        Nobody with this name is known at such a company.
      </Text>
    );
  }
  return (
    <>
      <Table.ScrollContainer minWidth={720} mt="sm">
        <Table aria-label="People with this name">
          <Table.Thead>
            <Table.Tr>
              <EntryHeads />
              <Table.Th aria-label="Choice" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {people.map((person) => (
              <Table.Tr key={person.contactId}>
                <EntryCells entry={person} />
                <Table.Td ta="end">
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Choose ${person.name} at ${person.companyName}`}
                    onClick={() => props.onChoose(person)}
                  >
                    Choose
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {hasMore ? (
        <Text size="sm" c="dimmed">
          These are the first {MAX_PEOPLE_BY_NAME}. Give more of the name or of the company.
        </Text>
      ) : null}
    </>
  );
}
