import { Button, Card, Table, Text, Title } from '@mantine/core';
import { downloadStaffExport, LATEST_EXPORTS, type StaffExport } from '@quarry/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { formatInstant, formatNumber } from '../../lib/format.ts';
import { notifyError } from '../../lib/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { type State, StateBadge } from '../../ui/StateBadge.tsx';
import { saveFile } from '../exports/save-file.ts';
import { staffExportsQuery } from './queries.ts';

const STATES: Readonly<Record<StaffExport['status'], readonly [State, string]>> = {
  WAITING: ['running', 'Waiting'],
  PROCESSING: ['running', 'Writing'],
  COMPLETE: ['live', 'Complete'],
  FAILED: ['failed', 'Failed'],
};

/** The latest exports of the universe. */
export function StaffExports() {
  const exports = useQuery(staffExportsQuery);
  const download = useMutation({
    mutationFn: async ({ id, exportName }: StaffExport) =>
      saveFile((await call(downloadStaffExport, { id })).signedUrl, exportName),
    onError: (error) => notifyError(messageOf(error), { title: 'The file could not be downloaded' }),
  });
  return (
    <Card withBorder component="section" aria-labelledby="staff-exports">
      <Title order={2} id="staff-exports">
        Exports
      </Title>
      {exports.isPending ? <LoadingState label="Loading exports" height={80} /> : null}
      {exports.isError ? <ErrorState error={exports.error} onRetry={() => void exports.refetch()} /> : null}
      {exports.data?.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          Download writes the best companies into a file, which appears here.
        </Text>
      ) : null}
      {exports.data && exports.data.length > 0 ? (
        <Table.ScrollContainer minWidth={560}>
          <Table aria-label={`The latest ${LATEST_EXPORTS} exports`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th ta="end">Rows</Table.Th>
                <Table.Th>Requested</Table.Th>
                <Table.Th aria-label="Download" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {exports.data.map((item) => (
                <Table.Tr key={item.id}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {item.exportName}
                    {item.error === null ? null : (
                      <Text size="xs" c="red">
                        {item.error}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <StateBadge state={item.isExpired ? 'draft' : STATES[item.status][0]}>
                      {item.isExpired ? 'Expired' : STATES[item.status][1]}
                    </StateBadge>
                  </Table.Td>
                  <Table.Td ta="end">{item.rowCount === null ? '–' : formatNumber(item.rowCount)}</Table.Td>
                  <Table.Td>
                    <Text size="xs">{formatInstant(item.createdAt)}</Text>
                    <Text size="xs" c="dimmed">
                      {item.requestedByUserEmail.email}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="end">
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Download ${item.exportName}`}
                      disabled={item.status !== 'COMPLETE' || item.isExpired}
                      loading={download.isPending && download.variables.id === item.id}
                      onClick={() => download.mutate(item)}
                    >
                      Download
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
    </Card>
  );
}
