import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { CustomDataField } from '@quarry/contracts';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { ClientEditing } from '../use-client-editor.ts';

const CustomFieldDialog = lazy(() => import('./CustomFieldDialog.tsx'));

/** Fields that only this client has: uploaded, or computed by an expression. */
export function CustomFields({ editor }: { editor: ClientEditing }) {
  const { draft, change, isEditing } = editor;
  const fields = draft.customDataFields;
  const [opened, setOpened] = useState<CustomDataField | 'new' | null>(null);
  function save(field: CustomDataField) {
    const isKnown = fields.some(({ name }) => name === field.name);
    change(
      'customDataFields',
      isKnown ? fields.map((other) => (other.name === field.name ? field : other)) : [...fields, field],
    );
    setOpened(null);
  }
  return (
    <Stack gap="sm">
      {fields.length === 0 ? (
        <Text c="dimmed" size="sm">
          No custom fields defined for this client
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={640}>
          <Table aria-label="Custom fields">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Display name</Table.Th>
                <Table.Th>Type</Table.Th>
                <Table.Th>Kind</Table.Th>
                <Table.Th>From</Table.Th>
                {isEditing && <Table.Th>Actions</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map((field) => (
                <Table.Tr key={field.name}>
                  <Table.Td>{field.name}</Table.Td>
                  <Table.Td>{field.displayName}</Table.Td>
                  <Table.Td>{field.type}</Table.Td>
                  <Table.Td>{field.expressionSql ? 'Expression' : 'Upload'}</Table.Td>
                  <Table.Td>{field.expressionSql ?? field.fromField ?? field.name}</Table.Td>
                  {isEditing && (
                    <Table.Td>
                      <Group gap="xs" wrap="nowrap">
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={`Edit ${field.name}`}
                          onClick={() => setOpened(field)}
                        >
                          Edit
                        </Button>
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          color="red"
                          aria-label={`Remove ${field.name}`}
                          onClick={() =>
                            change(
                              'customDataFields',
                              fields.filter((other) => other !== field),
                            )
                          }
                        >
                          Remove
                        </Button>
                      </Group>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {isEditing && (
        <Group>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
            Add custom field
          </Button>
        </Group>
      )}
      <Suspense fallback={null}>
        {opened !== null && (
          <CustomFieldDialog
            field={opened === 'new' ? null : opened}
            taken={[
              ...fields.map(({ name }) => name),
              ...draft.fieldDefinitions.map(({ externalName }) => externalName),
            ]}
            onSave={save}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </Stack>
  );
}
