import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { CREDIT_TYPES, type CreditAction, type CreditType } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatInstant, formatNumber } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { Pager } from '../../../ui/table/Pager.tsx';
import { KIND_LABELS, referenceText, TYPE_LABELS } from '../../credits/credit-words.ts';
import { clientCreditsQuery, ENTRIES_PAGE_SIZE } from '../queries.ts';

const ChangeCredits = lazy(() => import('./ChangeCredits.tsx'));

const ACTIONS: readonly { readonly action: CreditAction; readonly label: string }[] = [
  { action: 'add', label: 'Add' },
  { action: 'remove', label: 'Remove' },
  { action: 'set', label: 'Set' },
];

/** The client's balances, to change, and every change that they had. */
export function ClientCredits({ name, mayEdit }: { name: string; mayEdit: boolean }) {
  const [pageIndex, setPageIndex] = useState(0);
  const [changing, setChanging] = useState<{ type: CreditType; action: CreditAction } | null>(null);
  const credits = useQuery(clientCreditsQuery(name, pageIndex));
  if (credits.isError) return <ErrorState error={credits.error} onRetry={() => void credits.refetch()} />;
  if (credits.data === undefined) return <LoadingState label="Loading the credits" height={160} />;
  const { creditBalances, entries, count } = credits.data;
  return (
    <section aria-labelledby="credits">
      <Title order={2} id="credits" mb="xs">
        Credits
      </Title>
      <Stack gap="md">
        <Table.ScrollContainer minWidth={640}>
          <Table aria-label="Balances">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Credit</Table.Th>
                <Table.Th ta="end">Balance</Table.Th>
                {mayEdit && <Table.Th>Actions</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {CREDIT_TYPES.map((type) => {
                const balance = creditBalances[type];
                return (
                  <Table.Tr key={type}>
                    <Table.Td>{TYPE_LABELS[type]}</Table.Td>
                    <Table.Td ta="end">{balance === null ? 'Not needed' : formatNumber(balance)}</Table.Td>
                    {mayEdit && (
                      <Table.Td>
                        <Group gap="xs" wrap="nowrap">
                          {ACTIONS.map(({ action, label }) => (
                            <Button
                              key={action}
                              size="compact-sm"
                              variant="default"
                              aria-label={`${label} ${TYPE_LABELS[type]}`}
                              onClick={() => setChanging({ type, action })}
                            >
                              {label}
                            </Button>
                          ))}
                        </Group>
                      </Table.Td>
                    )}
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Title order={3}>Ledger</Title>
        {count === 0 ? (
          <Text c="dimmed" size="sm">
            No credits were changed yet.
          </Text>
        ) : (
          <Table.ScrollContainer minWidth={640}>
            <Table aria-label="Ledger">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Time</Table.Th>
                  <Table.Th>Credit</Table.Th>
                  <Table.Th>Change</Table.Th>
                  <Table.Th ta="end">Amount</Table.Th>
                  <Table.Th ta="end">Balance</Table.Th>
                  <Table.Th>Details</Table.Th>
                  <Table.Th>By</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {entries.map((entry) => (
                  <Table.Tr key={entry.id}>
                    <Table.Td>{formatInstant(entry.createdAt)}</Table.Td>
                    <Table.Td>{TYPE_LABELS[entry.creditType]}</Table.Td>
                    <Table.Td>{KIND_LABELS[entry.kind]}</Table.Td>
                    <Table.Td ta="end">{formatNumber(entry.amount)}</Table.Td>
                    <Table.Td ta="end">{entry.balanceAfter === null ? '–' : formatNumber(entry.balanceAfter)}</Table.Td>
                    <Table.Td>{referenceText(entry.reference) || '–'}</Table.Td>
                    <Table.Td>{entry.actor}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        <Pager
          pageIndex={pageIndex}
          pageSize={ENTRIES_PAGE_SIZE}
          total={count}
          rowCount={entries.length}
          noun="entries"
          onPage={setPageIndex}
        />
      </Stack>
      <Suspense fallback={null}>
        {changing && (
          <ChangeCredits
            name={name}
            type={changing.type}
            action={changing.action}
            balance={creditBalances[changing.type]}
            onClose={() => setChanging(null)}
          />
        )}
      </Suspense>
    </section>
  );
}
