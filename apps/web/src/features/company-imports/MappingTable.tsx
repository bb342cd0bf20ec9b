import { Card, Group, MultiSelect, Table, Text, TextInput, Title } from '@mantine/core';
import { type CompanyFileCheck, IMPORTED_FIELDS, type ImportedField } from '@quarry/contracts';
import classes from './company-imports.module.css';
import { fieldLabel } from './field-label.ts';
import { type FieldColumns, fieldsOfColumn, withFieldsOfColumn } from './mapping-draft.ts';

const OPTIONS = IMPORTED_FIELDS.map((field) => ({ value: field, label: fieldLabel(field) }));

const isField = (value: string): value is ImportedField => IMPORTED_FIELDS.some((field) => field === value);

/** The columns of a file, each with the fields that it fills. */
export function MappingTable(props: {
  columns: CompanyFileCheck['columns'];
  fields: FieldColumns;
  onFields: (fields: FieldColumns) => void;
  source: string;
  onSource: (source: string) => void;
}) {
  const { fields, onFields } = props;
  return (
    <Card withBorder component="section" aria-labelledby="import-mapping">
      <Title order={2} size="h4" id="import-mapping">
        Mapping
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="xs">
        Choose what each column means. Of several columns for one field, the first that is not empty counts. A company
        needs a name, and a domain, website or LinkedIn page.
      </Text>
      <Group align="end" mb="sm">
        <TextInput
          label="Source"
          description="Stored with each company, if the file names none"
          value={props.source}
          maxLength={100}
          onChange={(event) => props.onSource(event.currentTarget.value)}
        />
      </Group>
      <Table.ScrollContainer minWidth={720}>
        <Table aria-labelledby="import-mapping" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>Values</Table.Th>
              <Table.Th w="45%">Field</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {props.columns.map(({ name, samples }) => {
              const chosen = fieldsOfColumn(fields, name);
              return (
                <Table.Tr key={name}>
                  <Table.Th scope="row" fw={500} className={classes.text}>
                    {name}
                  </Table.Th>
                  <Table.Td>
                    <Text size="xs" c="dimmed" className={classes.text} lineClamp={2}>
                      {samples.length === 0 ? 'Empty in the first rows' : samples.join(' · ')}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <MultiSelect
                      aria-label={`Field of ${name}`}
                      placeholder={chosen.length === 0 ? 'Not used' : ''}
                      data={OPTIONS}
                      value={chosen}
                      searchable
                      clearable
                      hidePickedOptions
                      onChange={(values) => onFields(withFieldsOfColumn(fields, name, values.filter(isField)))}
                    />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}
