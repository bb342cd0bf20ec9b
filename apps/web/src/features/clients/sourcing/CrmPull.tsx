import { Stack, Switch } from '@mantine/core';
import { JsonField } from '../JsonField.tsx';
import type { ClientEditing } from '../use-client-editor.ts';

/** What staff read from the client's CRM. */
export function CrmPull({ editor }: { editor: ClientEditing }) {
  const { draft, change, isEditing } = editor;
  return (
    <Stack gap="sm" maw={560}>
      <Switch
        label="Pull data from the CRM"
        disabled={!isEditing}
        checked={draft.crmDataPullEnabled}
        onChange={(event) => change('crmDataPullEnabled', event.currentTarget.checked)}
      />
      <JsonField
        label="CRM data pull config"
        description="A JSON object"
        isDisabled={!isEditing}
        value={draft.crmDataPullConfig}
        onChange={(value) => change('crmDataPullConfig', value)}
      />
    </Stack>
  );
}
