import { Card, Table, Text, Title } from '@mantine/core';
import { type CompanyFileCheck, IMPORTED_FIELDS } from '@quarry/contracts';
import classes from './company-imports.module.css';
import { fieldLabel } from './field-label.ts';

/** The first rows of a file as they would be read. */
export function SampleRows({ rows }: { rows: CompanyFileCheck['rows'] }) {
  const fields = IMPORTED_FIELDS.filter((field) => rows.some(({ reason, values }) => reason === null && values[field]));
  return (
    <Card withBorder component="section" aria-labelledby="import-sample">
      <Title order={2} size="h4" id="import-sample" mb="xs">
        First rows as they will be read
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No row can be read under this mapping.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={720}>
          <Table aria-labelledby="import-sample" verticalSpacing={5} fz="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th ta="end">Line</Table.Th>
                {fields.map((field) => (
                  <Table.Th key={field}>{fieldLabel(field)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.line}>
                  <Table.Td className={classes.number}>{row.line}</Table.Td>
                  {row.reason === null ? (
                    fields.map((field) => <Value key={field} row={row} field={field} />)
                  ) : (
                    <Table.Td colSpan={Math.max(1, fields.length)}>
                      <Text span size="xs" c="red">
                        Rejected: {row.reason}
                      </Text>{' '}
                      <Text span size="xs" c="dimmed">
                        {row.values.name}
                      </Text>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  );
}

function Value({ row, field }: { row: CompanyFileCheck['rows'][number]; field: string }) {
  const value = row.values[field];
  if (value !== undefined) {
    return (
      <Table.Td className={classes.cell} data-hint={value}>
        {value}
      </Table.Td>
    );
  }
  return <Table.Td c="dimmed">{row.ignored.includes(field) ? <Text size="xs">Unclear, left out</Text> : '–'}</Table.Td>;
}
