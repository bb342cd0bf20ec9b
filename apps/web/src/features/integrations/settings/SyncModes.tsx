import { Radio, Stack, Title } from '@mantine/core';
import {
  COMPANIES_SYNC_MODES,
  CONTACTS_SYNC_MODES,
  type ContactsSyncMode,
  type IntegrationType,
} from '@quarry/contracts';
import { useId } from 'react';
import { connectorName } from '../connector-types.ts';
import classes from '../connectors.module.css';
import type { ConnectorDraft } from './connector-draft.ts';

const LABELS: Readonly<Record<ContactsSyncMode, string>> = {
  CREATE_AND_UPDATE: 'Create and update',
  UPDATE_ONLY: 'Update only',
  DISABLED: 'Disabled',
};

/** Whether a sync may create records, with what each choice does. */
export function SyncModes(props: {
  type: IntegrationType;
  draft: ConnectorDraft;
  onChange: (changes: Partial<ConnectorDraft>) => void;
}) {
  const { draft, onChange } = props;
  const titleId = useId();
  const name = connectorName(props.type);
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Title order={3} id={titleId}>
        What a sync does
      </Title>
      <Radio.Group
        label="Companies"
        value={draft.companiesSyncMode}
        onChange={(value) =>
          onChange({
            companiesSyncMode: COMPANIES_SYNC_MODES.find((mode) => mode === value) ?? draft.companiesSyncMode,
          })
        }
      >
        <Stack gap="xs" mt={6}>
          <Radio
            value="CREATE_AND_UPDATE"
            label={LABELS.CREATE_AND_UPDATE}
            description={`Updates companies that ${name} has, found by domain, and creates the others.`}
          />
          <Radio
            value="UPDATE_ONLY"
            label={LABELS.UPDATE_ONLY}
            description={`Updates companies that ${name} has and skips the others. Nothing is created.`}
          />
        </Stack>
      </Radio.Group>
      <Radio.Group
        label="Contacts"
        value={draft.contactsSyncMode}
        onChange={(value) =>
          onChange({ contactsSyncMode: CONTACTS_SYNC_MODES.find((mode) => mode === value) ?? draft.contactsSyncMode })
        }
      >
        <Stack gap="xs" mt={6}>
          <Radio
            value="CREATE_AND_UPDATE"
            label={LABELS.CREATE_AND_UPDATE}
            description="Updates contacts found by e-mail address and creates the others at their company. Only contacts that you own are sent."
          />
          <Radio
            value="UPDATE_ONLY"
            label={LABELS.UPDATE_ONLY}
            description="Updates contacts found by e-mail address and skips the others."
          />
          <Radio value="DISABLED" label={LABELS.DISABLED} description="Sends no contacts at all." />
        </Stack>
      </Radio.Group>
    </section>
  );
}
