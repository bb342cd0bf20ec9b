import { Button, Drawer } from '@mantine/core';
import { IMPORT_TYPES, type Integration, type IntegrationType } from '@quarry/contracts';
import { lazy, Suspense, useRef, useState } from 'react';
import { useFeatureFlag } from '../../../lib/client-context.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import { useLeaveBlocker } from '../../../ui/use-leave-blocker.tsx';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { connectorName, crmOf } from '../connector-types.ts';
import classes from '../connectors.module.css';
import { AutoSyncSettings } from './AutoSyncSettings.tsx';
import { ConnectionSection } from './ConnectionSection.tsx';
import { type ConnectorDraft, draftOf, firstProblem, isSameDraft, webhookProblems } from './connector-draft.ts';
import { MappingsSection } from './MappingsSection.tsx';
import { SyncModes } from './SyncModes.tsx';
import { useSaveConnector } from './use-save-connector.ts';

// Each connector has only one of them.
const ImportFields = lazy(() => import('./ImportFields.tsx'));
const WebhookForm = lazy(() => import('./WebhookForm.tsx'));

/** The settings of one connector, saved together. */
export default function ConnectorDrawer(props: {
  type: IntegrationType;
  /** Undefined for a webhook that does not exist yet. */
  integration: Integration | undefined;
  onReconnect: () => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const { type, integration, onClose } = props;
  const content = useRef<HTMLDivElement>(null);
  const hasImports = useFeatureFlag('crmDataIngestion') && IMPORT_TYPES.some((importable) => importable === type);
  const isWebhook = crmOf(type) === null;
  const base = draftOf(integration);
  // Only what was edited is kept, so that the rest follows the connector while it is refetched.
  const [edits, setEdits] = useState<Partial<ConnectorDraft>>({});
  const draft = { ...base, ...edits };
  const isDirty = !isSameDraft(draft, base);
  const problems = webhookProblems(draft);
  const problem = isWebhook ? firstProblem(problems) : null;
  const saving = useSaveConnector(integration, isWebhook);
  const edit = (changes: Partial<ConnectorDraft>) => setEdits((old) => ({ ...old, ...changes }));

  async function save(): Promise<boolean> {
    const isSaved = await saving.mutateAsync(draft);
    if (isSaved) setEdits({});
    return isSaved;
  }
  // Closing changes the address, which asks first if something has changed.
  const { dialog } = useLeaveBlocker({
    isDirty: isDirty && !saving.isPending,
    ...(problem === null ? { onSave: save } : {}),
  });
  useEscape(content, onClose);
  return (
    <>
      <Drawer opened onClose={onClose} closeOnEscape={false} size={720} title={`Configure: ${connectorName(type)}`}>
        <div ref={content}>
          {isWebhook ? (
            <Suspense fallback={<LoadingState label="Loading the settings" />}>
              <WebhookForm
                draft={draft}
                problems={problems}
                integration={integration}
                isDirty={isDirty}
                onChange={edit}
              />
            </Suspense>
          ) : (
            integration !== undefined && (
              <>
                <ConnectionSection integration={integration} onReconnect={props.onReconnect} />
                <MappingsSection integration={integration} />
                <SyncModes type={type} draft={draft} onChange={edit} />
              </>
            )
          )}
          <AutoSyncSettings draft={draft} integration={integration} onChange={edit} />
          {isWebhook && integration !== undefined && <MappingsSection integration={integration} />}
          {hasImports && integration !== undefined && (
            <Suspense fallback={null}>
              <ImportFields integration={integration} draft={draft} isDirty={isDirty} onChange={edit} />
            </Suspense>
          )}
          <div className={classes.footer}>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <ReasonButton
              loading={saving.isPending}
              disabledReason={problem ?? (isDirty ? null : 'Nothing has changed')}
              onClick={() => void save()}
            >
              {integration === undefined ? 'Connect' : 'Save'}
            </ReasonButton>
          </div>
        </div>
      </Drawer>
      {dialog}
    </>
  );
}
