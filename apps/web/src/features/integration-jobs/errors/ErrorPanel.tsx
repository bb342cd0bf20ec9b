import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { SYNC_ERRORS_PAGE_SIZE } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { plural, relativeInstant } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { ReadingPanel } from '../../../ui/ReadingPanel.tsx';
import { Pager } from '../../../ui/table/Pager.tsx';
import { CLOSED_PANELS, DEFAULT_STATE, writeHash } from '../../datasets/explorer-state.ts';
import { ExportCsv } from '../../exports/ExportCsv.tsx';
import { connectorName } from '../../integrations/connector-types.ts';
import classes from '../integration-jobs.module.css';
import type { ErrorKey } from '../logs-search.ts';
import { OpenRecord } from '../OpenRecord.tsx';
import { errorGroupQuery, syncErrorsQuery } from '../queries.ts';
import { recordTypeLabel } from './error-columns.tsx';
import { FixErrors } from './FixErrors.tsx';

const MULTIPLE_MATCHES = 'MULTIPLE_MATCHES';

/** One kind of error: what it means, how to fix it, and the records that have it. */
export default function ErrorPanel(props: {
  errorKey: ErrorKey;
  /** Opens the records that several CRM records match. */
  onMatches: () => void;
  onJob: (jobId: string) => void;
  onClose: () => void;
}) {
  const { errorKey } = props;
  const { clientName } = useClient();
  const [pageIndex, setPageIndex] = useState(0);
  const group = useQuery(errorGroupQuery(clientName, errorKey));
  const records = useQuery(syncErrorsQuery(clientName, errorKey, pageIndex));
  const first = records.data?.items[0];
  const title = group.data?.shortDescription ?? first?.shortDescription ?? 'Sync error';
  const description = group.data?.longDescription ?? first?.longDescription;
  return (
    <ReadingPanel
      onClose={props.onClose}
      width={720}
      title={
        <Text component="span" fw={600} size="lg">
          {title}
        </Text>
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {[connectorName(errorKey.integrationType), recordTypeLabel(errorKey), errorKey.field, errorKey.errorCode]
            .filter((part) => part !== null)
            .join(' · ')}
        </Text>
        {description !== undefined && <Text size="sm">{description}</Text>}
        {errorKey.errorCode === MULTIPLE_MATCHES && (
          <Group>
            <Button size="xs" onClick={props.onMatches}>
              Choose the right records
            </Button>
          </Group>
        )}
        {group.data && <FixErrors group={group.data} onJob={props.onJob} />}
        {records.isError && (
          <ErrorState
            title="Failed to fetch the records"
            error={records.error}
            onRetry={() => void records.refetch()}
          />
        )}
        {records.data === undefined ? (
          !records.isError && <LoadingState label="Loading the records" />
        ) : records.data.items.length === 0 ? (
          <EmptyState title="No details found" />
        ) : (
          <section aria-label="Records">
            <Group justify="space-between" mb={6}>
              <Text fw={600}>{plural(records.data.count, 'record')}</Text>
              <ExportCsv request={{ exportType: 'CRM_ERRORS', exportConfig: errorKey }} />
            </Group>
            {records.data.items.map((item) => (
              <article key={item.recordId} className={classes.record} aria-label={item.record}>
                <Group justify="space-between" gap="xs">
                  {item.companyId === null ? (
                    <Text size="sm" fw={600}>
                      {item.record}
                    </Text>
                  ) : (
                    <Anchor
                      size="sm"
                      fw={600}
                      renderRoot={(anchor) => (
                        <Link
                          {...anchor}
                          to="/app/$clientName"
                          params={{ clientName }}
                          hash={writeHash(DEFAULT_STATE, { ...CLOSED_PANELS, companyId: item.companyId })}
                        />
                      )}
                    >
                      {item.record}
                    </Anchor>
                  )}
                  <Text size="sm" c="dimmed">
                    {item.lastSyncAttempt === null ? '' : `Last attempt ${relativeInstant(item.lastSyncAttempt)}`}
                  </Text>
                </Group>
                {item.value !== null && (
                  <Text size="sm" mt={2}>
                    {item.field === null ? 'Value' : item.field}: {item.value}
                  </Text>
                )}
                {item.longDescription !== description && (
                  <Text size="sm" mt={2}>
                    {item.longDescription}
                  </Text>
                )}
                {group.data && item.externalIds.length > 0 && (
                  <Group gap="sm" mt={2}>
                    {item.externalIds.map((externalId) => (
                      <OpenRecord
                        key={externalId}
                        integrationId={group.data?.integrationId ?? ''}
                        recordType={errorKey.recordType}
                        externalId={externalId}
                      >
                        {externalId}
                      </OpenRecord>
                    ))}
                  </Group>
                )}
              </article>
            ))}
            <Pager
              pageIndex={pageIndex}
              pageSize={SYNC_ERRORS_PAGE_SIZE}
              total={records.data.count}
              rowCount={records.data.items.length}
              noun="records"
              onPage={setPageIndex}
            />
          </section>
        )}
      </Stack>
    </ReadingPanel>
  );
}
