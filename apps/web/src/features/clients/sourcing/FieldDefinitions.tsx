import { ActionIcon, Button, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import type { ClientConfig } from '@quarry/contracts';
import { IconClipboard, IconPlus, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { ChosenField } from '../../../ui/filter-builder/filter-field.ts';
import { useMarketDataBlocks } from '../../data-blocks/queries.ts';
import classes from '../clients.module.css';
import type { ClientEditing } from '../use-client-editor.ts';

const ChooseDataPoint = lazy(() => import('../../data-blocks/ChooseDataPoint.tsx'));
const PasteDefinitions = lazy(() => import('./PasteDefinitions.tsx'));

type Definition = ClientConfig['fieldDefinitions'][number];

/** More rows of inputs would make typing slow; the filter finds the others. */
const SHOWN = 60;
/** Every dataset has these. */
const KEPT = new Set(['domain', 'name']);

/** The data points of a client with their names there. */
export function FieldDefinitions({ editor }: { editor: ClientEditing }) {
  const { draft, change, isEditing } = editor;
  const definitions = draft.fieldDefinitions;
  const dataBlocks = useMarketDataBlocks();
  const [search, setSearch] = useState('');
  const [choosingAt, setChoosingAt] = useState<number | null>(null);
  const [isPasting, setPasting] = useState(false);
  const text = search.trim().toLowerCase();
  const found = definitions
    .map((definition, at) => ({ definition, at }))
    .filter(({ definition: { internalName, externalName, displayName } }) =>
      `${internalName} ${externalName} ${displayName}`.toLowerCase().includes(text),
    );
  const update = (at: number, changes: Partial<Definition>) =>
    change(
      'fieldDefinitions',
      definitions.map((definition, index) => (index === at ? { ...definition, ...changes } : definition)),
    );
  function choose(at: number, { field, configId }: ChosenField) {
    setChoosingAt(null);
    const point = dataBlocks.find(field);
    const before = definitions[at];
    const externalName = before?.externalName || (point?.field.internalName ?? '');
    const changes = { internalName: field, externalName, configId: configId ?? null };
    if (before === undefined) {
      change('fieldDefinitions', [...definitions, { displayName: point?.field.displayName ?? '', ...changes }]);
    } else update(at, changes);
  }
  const chosen = choosingAt === null ? undefined : definitions[choosingAt];
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <TextInput
          aria-label="Filter the field definitions"
          placeholder="Filter"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {isEditing && (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconClipboard size={16} aria-hidden />}
              onClick={() => setPasting(true)}
            >
              Paste from sheet
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setChoosingAt(definitions.length)}
            >
              Add field
            </Button>
          </Group>
        )}
      </Group>
      <Table.ScrollContainer minWidth={640}>
        <Table aria-label="Field definitions">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>External name</Table.Th>
              <Table.Th>Display name</Table.Th>
              <Table.Th>Data point</Table.Th>
              <Table.Th>Config id</Table.Th>
              {isEditing && <Table.Th>Actions</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.slice(0, SHOWN).map(({ definition, at }) =>
              isEditing ? (
                <EditedRow
                  key={at}
                  definition={definition}
                  configIds={draft.dataBlockConfigs
                    .filter(({ blockName }) => definition.internalName.startsWith(`${blockName}/`))
                    .map(({ configId }) => configId)}
                  onChange={(changes) => update(at, changes)}
                  onChoose={() => setChoosingAt(at)}
                  onRemove={() =>
                    change(
                      'fieldDefinitions',
                      definitions.filter((_definition, index) => index !== at),
                    )
                  }
                />
              ) : (
                <Table.Tr key={at}>
                  <Table.Td>{definition.externalName}</Table.Td>
                  <Table.Td>{definition.displayName}</Table.Td>
                  <Table.Td>{definition.internalName}</Table.Td>
                  <Table.Td>{definition.configId ?? ''}</Table.Td>
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {found.length > SHOWN && (
        <Text size="sm" c="dimmed">
          {found.length - SHOWN} more: filter to find them
        </Text>
      )}
      <Suspense fallback={null}>
        {choosingAt !== null && (
          <ChooseDataPoint
            dataBlocks={dataBlocks}
            start="explore"
            field={chosen?.internalName ?? ''}
            configId={chosen?.configId ?? null}
            onChoose={(field) => choose(choosingAt, field)}
            onClose={() => setChoosingAt(null)}
          />
        )}
        {isPasting && (
          <PasteDefinitions
            definitions={definitions}
            onPaste={(pasted) => {
              setPasting(false);
              change('fieldDefinitions', pasted);
            }}
            onClose={() => setPasting(false)}
          />
        )}
      </Suspense>
    </Stack>
  );
}

function EditedRow(props: {
  definition: Definition;
  configIds: readonly string[];
  onChange: (changes: Partial<Definition>) => void;
  onChoose: () => void;
  onRemove: () => void;
}) {
  const { definition, configIds, onChange } = props;
  const { externalName, displayName, internalName, configId } = definition;
  const isKept = KEPT.has(externalName);
  const name = externalName || internalName;
  return (
    <Table.Tr>
      <Table.Td className={classes.cell}>
        <TextInput
          size="xs"
          aria-label={`External name of ${name}`}
          value={externalName}
          disabled={isKept}
          error={externalName === '' ? 'Every field definition needs an externalName' : null}
          onChange={(event) => onChange({ externalName: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td className={classes.cell}>
        <TextInput
          size="xs"
          aria-label={`Display name of ${name}`}
          value={displayName}
          onChange={(event) => onChange({ displayName: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <Button size="xs" variant="default" disabled={isKept} onClick={props.onChoose}>
          {internalName}
        </Button>
      </Table.Td>
      <Table.Td>
        {(configIds.length > 0 || configId) && (
          <NativeSelect
            size="xs"
            aria-label={`Config id of ${name}`}
            value={configId ?? ''}
            data={['', ...new Set([...configIds, ...(configId ? [configId] : [])])]}
            onChange={(event) => onChange({ configId: event.currentTarget.value || null })}
          />
        )}
      </Table.Td>
      <Table.Td>
        <ActionIcon
          color="red"
          variant="subtle"
          aria-label={`Remove ${name}`}
          disabled={isKept}
          onClick={props.onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
