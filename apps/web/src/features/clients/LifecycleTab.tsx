import { Alert, Checkbox, NativeSelect, Stack, Switch } from '@mantine/core';
import { DELETION_DELAY_DAYS, LIFECYCLE_STAGES } from '@quarry/contracts';
import { formatInstant } from '../../lib/format.ts';
import { STAGE_NAMES } from './stage-names.ts';
import type { ClientEditing } from './use-client-editor.ts';

const DAY_MS = 24 * 3_600_000;

/** Stage, automatic rebuilds and deletion. */
export default function LifecycleTab({ editor }: { editor: ClientEditing }) {
  const { draft, change, isEditing } = editor;
  const { scheduledForDeletionAt: deletedAt } = draft;
  return (
    <Stack gap="lg" maw={560}>
      <NativeSelect
        label="Lifecycle stage"
        disabled={!isEditing}
        value={draft.lifecycleStage}
        data={LIFECYCLE_STAGES.map((value) => ({ value, label: STAGE_NAMES[value] }))}
        onChange={(event) => {
          const stage = LIFECYCLE_STAGES.find((known) => known === event.currentTarget.value);
          if (stage !== undefined) change('lifecycleStage', stage);
        }}
      />
      <Switch
        label="Rebuild the dataset every 24 hours"
        disabled={!isEditing}
        checked={draft.autoSyncEnabled}
        onChange={(event) => change('autoSyncEnabled', event.currentTarget.checked)}
      />
      <Checkbox
        label="Delete this client"
        description={`The deletion is carried out ${DELETION_DELAY_DAYS} days after it was scheduled. Unticking the box before that undoes it.`}
        disabled={!isEditing}
        checked={deletedAt !== null}
        onChange={(event) =>
          change(
            'scheduledForDeletionAt',
            event.currentTarget.checked ? new Date(Date.now() + DELETION_DELAY_DAYS * DAY_MS).toISOString() : null,
          )
        }
      />
      {deletedAt !== null && (
        <Alert color="red" title={`Deleted on ${formatInstant(deletedAt)}`}>
          Its dataset, contacts, segments, markets, integrations, exports and files are removed for good, and so are
          saved estimates and coverage analyses that name it. The ledger of credits and the audit trail stay.
        </Alert>
      )}
    </Stack>
  );
}
