import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { type Integration, type RecordType, SYNC_ERRORS_PAGE_SIZE } from '@quarry/contracts';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { plural } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { ReadingPanel } from '../../../ui/ReadingPanel.tsx';
import { Pager } from '../../../ui/table/Pager.tsx';
import { connectorName } from '../../integrations/connector-types.ts';
import { matchesQuery } from '../queries.ts';
import { AmbiguousRecord } from './AmbiguousRecord.tsx';

const ResolveAll = lazy(() => import('./ResolveAll.tsx'));

/** Records that several CRM records match, each with its candidates side by side. */
export default function MatchesPanel(props: {
  integration: Integration;
  recordType: RecordType;
  onRecordType: (recordType: RecordType) => void;
  onClose: () => void;
}) {
  const { integration, recordType } = props;
  const { clientName } = useClient();
  const [pageIndex, setPageIndex] = useState(0);
  const [isResolvingAll, setResolvingAll] = useState(false);
  const matches = useQuery(matchesQuery(clientName, integration.id, recordType, pageIndex));
  const crm = connectorName(integration.integrationType);
  const { data } = matches;
  const noun = (count: number) =>
    recordType === 'company' ? plural(count, 'company', 'companies') : plural(count, 'contact');
  return (
    <ReadingPanel
      onClose={props.onClose}
      width={960}
      title={
        <Text component="span" fw={600} size="lg">
          Several records in {crm} match
        </Text>
      }
    >
      <Stack gap="md">
        <Text size="sm">
          Nothing was written for these records, because more than one record of {crm} could be meant. Choose one, or
          have the next sync create a new one. The choice is kept for all later syncs.
        </Text>
        <Group justify="space-between">
          <SegmentedControl
            size="xs"
            aria-label="Records"
            data={[
              { value: 'company', label: 'Companies' },
              { value: 'contact', label: 'Contacts' },
            ]}
            value={recordType}
            onChange={(value) => {
              setPageIndex(0);
              props.onRecordType(value === 'contact' ? 'contact' : 'company');
            }}
          />
          {data !== undefined && data.count > 1 && (
            <Button size="xs" variant="default" onClick={() => setResolvingAll(true)}>
              Choose for all {noun(data.count)}…
            </Button>
          )}
        </Group>
        {matches.isError && (
          <ErrorState title="Failed to fetch matches" error={matches.error} onRetry={() => void matches.refetch()} />
        )}
        {data === undefined ? (
          !matches.isError && <LoadingState label="Loading the candidates" />
        ) : data.items.length === 0 ? (
          <EmptyState title="Every record is clear" icon={<IconCircleCheck size={28} aria-hidden="true" />}>
            Records with several matches in {crm} appear here after a sync.
          </EmptyState>
        ) : (
          <div>
            {data.items.map((item) => (
              <AmbiguousRecord key={item.recordId} integrationId={integration.id} recordType={recordType} item={item} />
            ))}
            <Pager
              pageIndex={pageIndex}
              pageSize={SYNC_ERRORS_PAGE_SIZE}
              total={data.count}
              rowCount={data.items.length}
              noun="records"
              onPage={setPageIndex}
            />
          </div>
        )}
      </Stack>
      <Suspense fallback={null}>
        {isResolvingAll && data !== undefined && (
          <ResolveAll
            integration={integration}
            recordType={recordType}
            records={noun(data.count)}
            onClose={() => setResolvingAll(false)}
          />
        )}
      </Suspense>
    </ReadingPanel>
  );
}
