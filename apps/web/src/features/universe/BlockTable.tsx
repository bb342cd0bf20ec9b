import { Card, Group, Table, Text, Title } from '@mantine/core';
import type { UniverseBlock, UniverseOverview } from '@quarry/contracts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { BlockIcon } from '../data-blocks/BlockIcon.tsx';
import { ShareBar } from './ShareBar.tsx';
import classes from './universe.module.css';

/** The rows of each data block, how many companies have some, and how old they are. */
export function BlockTable({ overview }: { overview: UniverseOverview }) {
  return (
    <Card withBorder component="section" aria-labelledby="universe-blocks">
      <Title order={2} id="universe-blocks">
        Data blocks
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="xs">
        Coverage is the share of companies with data. A block can also have been collected for companies that turned out
        to have none. The{' '}
        <TextLink inherit underline="always" to="/admin/data-blocks-dictionary">
          Data Blocks Dictionary
        </TextLink>{' '}
        tells what each block holds.
      </Text>
      <Table.ScrollContainer minWidth={820}>
        <Table aria-labelledby="universe-blocks">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Block</Table.Th>
              <Table.Th ta="end">Rows</Table.Th>
              <Table.Th ta="end">Companies</Table.Th>
              <Table.Th w={190}>Coverage</Table.Th>
              <Table.Th ta="end">Collected for</Table.Th>
              <Table.Th>Oldest data</Table.Th>
              <Table.Th>Newest data</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {overview.blocks.map((block) => (
              <BlockRow key={block.blockName} block={block} companies={overview.companies} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

function BlockRow({ block, companies }: { block: UniverseBlock; companies: number }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <Group gap="xs" wrap="nowrap">
          <BlockIcon icon={block.icon} size={18} />
          {block.displayName}
        </Group>
      </Table.Th>
      <Table.Td className={classes.number}>{formatNumber(block.rows)}</Table.Td>
      <Table.Td className={classes.number}>{formatNumber(block.companies)}</Table.Td>
      <Table.Td>
        <ShareBar share={block.companies / companies} />
      </Table.Td>
      <Table.Td className={classes.number}>
        {block.collectedCompanies === null ? <None /> : formatNumber(block.collectedCompanies)}
      </Table.Td>
      <Table.Td>{block.oldestAt === null ? <None /> : formatDate(block.oldestAt)}</Table.Td>
      <Table.Td>{block.newestAt === null ? <None /> : formatDate(block.newestAt)}</Table.Td>
    </Table.Tr>
  );
}

function None() {
  return (
    <Text span size="sm" c="dimmed">
      –
    </Text>
  );
}
