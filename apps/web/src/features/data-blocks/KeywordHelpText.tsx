import { Table, Text } from '@mantine/core';

const EXAMPLES: readonly { keyword: string; finds: string; misses: string }[] = [
  { keyword: 'sales', finds: 'VP Sales', misses: 'Presales lead' },
  { keyword: 'front end', finds: 'front-end', misses: 'frontend' },
  { keyword: 'develop*', finds: 'Developer, development', misses: 'Redevelop' },
  { keyword: 'head * sales', finds: 'Head of Sales', misses: 'Head of Global Sales' },
  { keyword: 'head ** sales', finds: 'Head of Global Sales', misses: 'Sales head' },
];

/** The keyword syntax, with examples. */
export default function KeywordHelpText() {
  return (
    <>
      <Text size="sm">
        A keyword matches whole words; case, accents and hyphens don't matter. <b>*</b> stands for any part of a word
        or, on its own, for exactly one word. <b>**</b> stands for any number of words on the same line, even none.
      </Text>
      <Table mt="xs" verticalSpacing={3} fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Keyword</Table.Th>
            <Table.Th>Finds</Table.Th>
            <Table.Th>Does not find</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {EXAMPLES.map(({ keyword, finds, misses }) => (
            <Table.Tr key={keyword}>
              <Table.Td>
                <b>{keyword}</b>
              </Table.Td>
              <Table.Td>{finds}</Table.Td>
              <Table.Td>{misses}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
