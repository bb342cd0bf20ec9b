import { Accordion, Badge, Button, Code, Group, Table, Text } from '@mantine/core';
import type { DictionaryBlock } from '@quarry/contracts';
import { IconBooks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { BlockIcon } from './BlockIcon.tsx';
import classes from './dictionary.module.css';
import { dataBlocksQuery } from './queries.ts';
import { searchBlocks } from './search-blocks.ts';

const NO_BLOCKS: readonly DictionaryBlock[] = [];

/** /admin/data-blocks-dictionary: every data block with its fields, notes and example. */
export default function DictionaryPage() {
  const query = useQuery(dataBlocksQuery);
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<string[]>([]);
  const blocks = query.data ?? NO_BLOCKS;
  const shown = searchBlocks(blocks, search);
  const names = shown.map(({ blockName }) => blockName);
  // A search shows the fields that it found.
  const opened = search === '' ? open : names;
  const isAllOpen = names.length > 0 && names.every((name) => opened.includes(name));
  return (
    <>
      <PageHeader
        title="Data Blocks Dictionary"
        context={query.data ? plural(blocks.length, 'data block') : null}
        actions={
          <Button
            variant="default"
            disabled={names.length === 0 || search !== ''}
            onClick={() => setOpen(isAllOpen ? [] : names)}
          >
            {isAllOpen ? 'Collapse All' : 'Expand All'}
          </Button>
        }
      />
      <SearchField noun="blocks and fields" maxLength={100} search={search} onSearch={setSearch} />
      {query.isPending ? <LoadingState label="Loading data blocks" height={200} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data && shown.length === 0 ? (
        <EmptyState title="No data block matches the search" icon={<IconBooks size={28} aria-hidden="true" />} />
      ) : null}
      <Accordion multiple value={opened} onChange={setOpen} className={classes.blocks} order={2}>
        {shown.map((block) => (
          <Accordion.Item key={block.blockName} value={block.blockName}>
            <Accordion.Control icon={<BlockIcon icon={block.icon} size={20} />}>
              <Group gap="xs">
                <Text fw={600}>{block.displayName}</Text>
                <Code>{block.blockName}</Code>
                {block.isParameterisedWithDynamicConfig ? <Badge variant="light">Dynamic</Badge> : null}
                {block.isDepreciated ? <Badge color="orange">Deprecated</Badge> : null}
                <Text size="xs" c="dimmed">
                  {plural(block.fields.length, 'field')}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <BlockDetails block={block} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  );
}

function BlockDetails({ block }: { block: DictionaryBlock }) {
  return (
    <>
      <Text size="sm">{block.publicDescription}</Text>
      {block.internalNotes === null ? null : (
        <Text size="sm" c="dimmed" mt={4}>{`For staff: ${block.internalNotes}`}</Text>
      )}
      {block.exampleConfig === null ? null : (
        <>
          <Text size="sm" mt="sm">
            Example configuration
          </Text>
          <Code block>{JSON.stringify(block.exampleConfig, null, 2)}</Code>
        </>
      )}
      <div className={classes.scroll}>
        <Table aria-label={`Fields of ${block.displayName}`} mt="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Type</Table.Th>
              <Table.Th>Description</Table.Th>
              <Table.Th>Default ranges</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {block.fields.map((field) => (
              <Table.Tr key={field.internalName}>
                <Table.Td>
                  <Code>{field.internalName}</Code>
                  <Text size="xs">{field.displayName}</Text>
                  {field.isDepreciated ? (
                    <Badge size="xs" color="orange">
                      Deprecated
                    </Badge>
                  ) : null}
                </Table.Td>
                <Table.Td>{field.type}</Table.Td>
                <Table.Td>
                  {field.publicDescription}
                  {field.internalNotes === null ? null : (
                    <Text size="xs" c="dimmed">{`For staff: ${field.internalNotes}`}</Text>
                  )}
                </Table.Td>
                <Table.Td>{field.defaultRanges?.join(', ') ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}
