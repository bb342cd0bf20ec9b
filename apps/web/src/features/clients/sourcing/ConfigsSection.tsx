import { Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import type { ConfigurableDataBlock } from '@quarry/contracts';
import { lazy, Suspense, useState } from 'react';
import { useMarketDataBlocks } from '../../data-blocks/queries.ts';
import { summariseConfig } from '../../data-blocks/summarise-config.ts';
import classes from '../clients.module.css';
import type { ClientEditing } from '../use-client-editor.ts';

const ConfigureDataPoint = lazy(async () => ({
  default: (await import('../../data-blocks/ConfigureDataPoint.tsx')).ConfigureDataPoint,
}));

/** The configurations of data blocks, edited in the dialog that the builder uses too. */
export function ConfigsSection({ editor }: { editor: ClientEditing }) {
  const { draft, isEditing } = editor;
  const { blocks } = useMarketDataBlocks();
  const [opened, setOpened] = useState<{ block: ConfigurableDataBlock; configId: string | null } | null>(null);
  const dynamic = blocks.filter((block) => block.isParameterisedWithDynamicConfig);
  const open = (blockName: string, configId: string | null) => {
    const block = dynamic.find((candidate) => candidate.blockName === blockName);
    if (block) setOpened({ block, configId });
  };
  return (
    <Stack gap="sm">
      {draft.dataBlockConfigs.length === 0 ? (
        <Text c="dimmed" size="sm">
          No configurations. They say what data points that are counted look for, such as open jobs with certain titles.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={640}>
          <Table aria-label="Configurations">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Label</Table.Th>
                <Table.Th>Data block</Table.Th>
                <Table.Th>Config id</Table.Th>
                <Table.Th>Finds</Table.Th>
                {isEditing && <Table.Th>Actions</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {draft.dataBlockConfigs.map(({ configId, blockName, label, config }) => (
                <Table.Tr key={configId}>
                  <Table.Td className={classes.line}>{label}</Table.Td>
                  <Table.Td className={classes.line}>{blockName}</Table.Td>
                  <Table.Td className={classes.line}>{configId}</Table.Td>
                  <Table.Td>{summariseConfig(blockName, config)}</Table.Td>
                  {isEditing && (
                    <Table.Td>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Edit ${label}`}
                        onClick={() => open(blockName, configId)}
                      >
                        Edit
                      </Button>
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
          <NativeSelect
            aria-label="Add a configuration of"
            value=""
            data={[
              { value: '', label: 'Add a configuration…' },
              ...dynamic.map(({ blockName, displayName }) => ({ value: blockName, label: displayName })),
            ]}
            onChange={(event) => open(event.currentTarget.value, null)}
          />
        </Group>
      )}
      <Suspense fallback={null}>
        {opened && (
          <ConfigureDataPoint
            block={opened.block}
            selectedConfigId={opened.configId}
            onSelect={() => setOpened(null)}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </Stack>
  );
}
