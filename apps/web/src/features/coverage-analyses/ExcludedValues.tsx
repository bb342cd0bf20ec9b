import { Modal, Table, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { COVERAGE_PAGE_SIZE, type CoverageResult } from '@quarry/contracts';
import { useMemo, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Pager } from '../../ui/table/Pager.tsx';
import { excludedValues } from './coverage-draft.ts';

/** The values of the targets that fail a rule. */
export default function ExcludedValues(props: { result: CoverageResult; ruleAt: number; onClose: () => void }) {
  const { result, ruleAt, onClose } = props;
  const isMounted = useMounted();
  const [page, setPage] = useState(0);
  const values = useMemo(() => excludedValues(result, ruleAt), [result, ruleAt]);
  const shown = values.slice(page * COVERAGE_PAGE_SIZE, (page + 1) * COVERAGE_PAGE_SIZE);
  return (
    <Modal opened={isMounted} onClose={onClose} title="Excluded values" centered>
      <Text size="sm" c="dimmed">
        {result.flatRules[ruleAt]?.description}
      </Text>
      <Table aria-label="Excluded values" mt="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Value</Table.Th>
            <Table.Th ta="end">Targets</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ value, count }) => (
            <Table.Tr key={value}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              <Table.Td ta="end">{formatNumber(count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Pager
        pageIndex={page}
        pageSize={COVERAGE_PAGE_SIZE}
        total={values.length}
        rowCount={shown.length}
        onPage={setPage}
        label="Pages of excluded values"
      />
    </Modal>
  );
}
