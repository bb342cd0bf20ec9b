import { Card, Table, Text, Title } from '@mantine/core';
import { type CompaniesByValue, UNIVERSE_TOP_VALUES } from '@quarry/contracts';
import { useId } from 'react';
import { formatNumber, plural } from '../../lib/format.ts';
import { ShareBar } from './ShareBar.tsx';
import classes from './universe.module.css';

/** How many companies have each of the most frequent values. */
export function CompaniesBy(props: {
  title: string;
  /** What the values are: `Country`. */
  of: string;
  values: CompaniesByValue;
  total: number;
  nameOf: (value: string) => string;
}) {
  const titleId = useId();
  const { values, total } = props;
  const others = total - values.reduce((sum, { companies }) => sum + companies, 0);
  return (
    <Card withBorder component="section" aria-labelledby={titleId}>
      <Title order={2} id={titleId} mb="xs">
        {props.title}
      </Title>
      <Table aria-labelledby={titleId} verticalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{props.of}</Table.Th>
            <Table.Th ta="end">Companies</Table.Th>
            <Table.Th w={170}>Share</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {values.map(({ value, companies }) => (
            <Table.Tr key={value}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {value === '' ? (
                  <Text span size="sm" c="dimmed">
                    Unknown
                  </Text>
                ) : (
                  props.nameOf(value)
                )}
              </Table.Td>
              <Table.Td className={classes.number}>{formatNumber(companies)}</Table.Td>
              <Table.Td>
                <ShareBar share={companies / total} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {others > 0 ? (
        <Text size="xs" c="dimmed" mt="xs">
          {`The first ${UNIVERSE_TOP_VALUES}; others: ${plural(others, 'company', 'companies')}.`}
        </Text>
      ) : null}
    </Card>
  );
}
