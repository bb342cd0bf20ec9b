import { MultiSelect, Switch, Text, Title } from '@mantine/core';
import type { Integration } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { formatInstant, relativeInstant } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Hint } from '../../../ui/Hint.tsx';
import { allSegmentsQuery, SHOWN_CHOICES } from '../../datasets/segment-queries.ts';
import classes from '../connectors.module.css';
import type { ConnectorDraft } from './connector-draft.ts';

/** Whether records are sent by themselves, and which. */
export function AutoSyncSettings(props: {
  draft: ConnectorDraft;
  /** Undefined while it has not been saved. */
  integration: Integration | undefined;
  onChange: (changes: Partial<ConnectorDraft>) => void;
}) {
  const { draft, integration, onChange } = props;
  const titleId = useId();
  const { clientName } = useClient();
  const segments = useQuery(allSegmentsQuery(clientName));
  const options = segments.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const unsavedReason = integration === undefined ? 'Save the connector first' : null;
  const segmentsReason = !draft.enableAutoSync
    ? 'Turn on auto-sync to choose segments'
    : segments.data?.length === 0
      ? 'There are no segments yet'
      : null;
  const last = integration?.lastAutoSyncAt ?? null;
  const next = integration?.nextAutoSyncAt ?? null;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Title order={3} id={titleId}>
        Auto-sync
      </Title>
      <Hint label={unsavedReason ?? ''} isDisabled={unsavedReason === null}>
        <div>
          <Switch
            label="Sync automatically"
            description={
              unsavedReason ??
              'About every 24 hours, after the dataset and its segments are up to date. Sends what changed, what was never sent, and what failed last time.'
            }
            disabled={unsavedReason !== null}
            checked={draft.enableAutoSync}
            onChange={(event) => onChange({ enableAutoSync: event.currentTarget.checked })}
          />
        </div>
      </Hint>
      <Switch
        label="Sync segment records only"
        description="Sends the active companies of the segments below with their included contacts. Off: all companies of the dataset."
        disabled={!draft.enableAutoSync}
        checked={draft.syncSegmentRecordsOnly}
        onChange={(event) => onChange({ syncSegmentRecordsOnly: event.currentTarget.checked })}
      />
      <MultiSelect
        label="Segments"
        description={
          segmentsReason ??
          (draft.syncSegmentRecordsOnly && draft.segmentIds.length === 0
            ? 'No segment is chosen, so nothing is sent by itself.'
            : 'A record that leaves these segments gets one last update of its tags, segments and personas. It is never deleted.')
        }
        placeholder={draft.segmentIds.length === 0 ? 'Choose segments' : ''}
        data={options}
        disabled={segmentsReason !== null}
        searchable
        limit={SHOWN_CHOICES}
        clearable
        nothingFoundMessage="No segments match"
        value={[...draft.segmentIds]}
        onChange={(segmentIds) => onChange({ segmentIds })}
      />
      {segments.isError && (
        <ErrorState
          title="The segments could not be loaded"
          error={segments.error}
          onRetry={() => void segments.refetch()}
        />
      )}
      {integration !== undefined && (last !== null || next !== null) && (
        <Text size="sm" c="dimmed">
          {last === null ? 'Not run yet' : `Last run ${relativeInstant(last)}`}
          {next === null ? '' : ` · next ${formatInstant(next)}`}
        </Text>
      )}
    </section>
  );
}
