import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { type ClientConfig, type ConfigVersion, getConfigVersion } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { formatInstant } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { Pager } from '../../../ui/table/Pager.tsx';
import classes from '../clients.module.css';
import { Differences } from '../Differences.tsx';
import { partName } from '../part-names.ts';
import { configVersionsQuery, VERSIONS_PAGE_SIZE } from '../queries.ts';

/** The configs that a client had, each with its difference to the saved one, and to be restored. */
export function ConfigHistory(props: {
  name: string;
  /** Undefined for those who may not edit. */
  onRestore: ((config: ClientConfig) => void) | undefined;
}) {
  const [pageIndex, setPageIndex] = useState(0);
  const [opened, setOpened] = useState<ConfigVersion | null>(null);
  const versions = useQuery(configVersionsQuery(props.name, pageIndex));
  if (versions.isError) return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />;
  if (versions.data === undefined) return <LoadingState label="Loading the history" height={120} />;
  const { items, count } = versions.data;
  if (count === 0) return <Text c="dimmed">The first save begins the history.</Text>;
  return (
    <>
      <Table.ScrollContainer minWidth={640}>
        <Table aria-label="History of the config">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Saved</Table.Th>
              <Table.Th>By</Table.Th>
              <Table.Th>Changed</Table.Th>
              <Table.Th>Actions</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((version) => (
              <Table.Tr key={version.id}>
                <Table.Td className={classes.line}>{formatInstant(version.savedAt)}</Table.Td>
                <Table.Td className={classes.line}>{version.savedBy ?? 'People of the account'}</Table.Td>
                <Table.Td>{version.changedParts.map(partName).join(', ')}</Table.Td>
                <Table.Td>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Compare the config of ${formatInstant(version.savedAt)}`}
                    onClick={() => setOpened(version)}
                  >
                    Compare
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pager
        pageIndex={pageIndex}
        pageSize={VERSIONS_PAGE_SIZE}
        total={count}
        rowCount={items.length}
        noun="configs"
        onPage={setPageIndex}
      />
      {opened && (
        <EarlierConfig name={props.name} version={opened} onRestore={props.onRestore} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

function EarlierConfig(props: {
  name: string;
  version: ConfigVersion;
  onRestore: ((config: ClientConfig) => void) | undefined;
  onClose: () => void;
}) {
  const { name, version, onRestore } = props;
  const earlier = useQuery({
    queryKey: ['client-config', name, 'versions', version.id],
    queryFn: ({ signal }) => call(getConfigVersion, { name, versionId: version.id }, { signal }),
    gcTime: 0,
  });
  const { data } = earlier;
  return (
    <Modal opened onClose={props.onClose} title={`Config of ${formatInstant(version.savedAt)}`} size={720} centered>
      <Stack gap="md">
        {earlier.isPending && <LoadingState label="Loading the config" height={120} />}
        {earlier.isError && <ErrorState error={earlier.error} onRetry={() => void earlier.refetch()} />}
        {data?.differences.length === 0 && <Text>It is the same as the saved config.</Text>}
        {data !== undefined && data.differences.length > 0 && (
          <>
            <Text size="sm">Restoring it would change:</Text>
            <Differences differences={data.differences} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose} data-autofocus>
            Close
          </Button>
          {onRestore && data !== undefined && data.differences.length > 0 && (
            <Button
              onClick={() => {
                props.onClose();
                onRestore(data.config);
              }}
            >
              Restore
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
