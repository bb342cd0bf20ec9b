import { Button, Group } from '@mantine/core';
import { releaseResourceLock, type SavedClientConfig } from '@quarry/contracts';
import { IconCopy, IconExternalLink, IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ApiError, call, messageOf } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { useUser } from '../../lib/client-context.tsx';
import { notifyError } from '../../lib/notify.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useLeaveBlocker } from '../../ui/use-leave-blocker.tsx';
import { BuildStatus } from './BuildStatus.tsx';
import { ClientSummaryRow } from './ClientSummaryRow.tsx';
import { ConfigTabs } from './ConfigTabs.tsx';
import classes from './clients.module.css';
import { ProblemsTable } from './ProblemsTable.tsx';
import { RebuildButton } from './RebuildButton.tsx';
import { useClientEditor } from './use-client-editor.ts';
import { useSaveClient } from './use-save-client.ts';

const SaveDialog = lazy(async () => ({ default: (await import('./SaveDialog.tsx')).SaveDialog }));
const loadLocks = () => import('./LockDialogs.tsx');
const ResourceLocked = lazy(async () => ({ default: (await loadLocks()).ResourceLocked }));
const ResourceOutOfSync = lazy(async () => ({ default: (await loadLocks()).ResourceOutOfSync }));
const OverwriteDialog = lazy(async () => ({ default: (await loadLocks()).OverwriteDialog }));

/** A client's page: summary, build, and the config, read first and edited under a lock. */
export function ClientEditorView({ name, saved }: { name: string; saved: SavedClientConfig }) {
  const { staffPermissions } = useUser();
  const editor = useClientEditor(name, saved);
  const saving = useSaveClient(editor);
  const [lockedBy, setLockedBy] = useState<string | null>(null);
  const { lock } = editor.lock;
  const isLost = editor.isEditing && editor.lock.isLost;
  const leave = useLeaveBlocker({ isDirty: editor.isDirty && !isLost });
  const mayEdit = staffPermissions.includes('EDIT_ACCOUNTS');

  async function attempt(work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      if (hasCode(error, 'RESOURCE_LOCKED')) setLockedBy(holderIn(error));
      else notifyError(messageOf(error));
    }
  }
  async function unlock() {
    setLockedBy(null);
    await call(releaseResourceLock, { type: 'client-config', id: name });
    await editor.begin();
  }
  async function reload() {
    saving.clear();
    await editor.reload();
  }
  return (
    <>
      <PageHeader
        title={name}
        context={lock !== null && !lock.isMine ? `${lock.heldBy} is editing` : null}
        actions={
          <>
            <ButtonLink
              variant="subtle"
              to="/app/$clientName"
              params={{ clientName: name }}
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              Go to client dashboard
            </ButtonLink>
            {mayEdit && (
              <>
                <ButtonLink
                  variant="subtle"
                  to="/admin/clients/$name"
                  params={{ name: 'new' }}
                  search={{ isNew: 'true', cloneOf: name }}
                  leftSection={<IconCopy size={16} aria-hidden />}
                >
                  Clone
                </ButtonLink>
                <RebuildButton name={name} />
              </>
            )}
            {mayEdit && !editor.isEditing && (
              <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => void attempt(editor.begin)}>
                Edit
              </Button>
            )}
            {editor.isEditing && (
              <Group gap="xs">
                <Button
                  variant="default"
                  onClick={() =>
                    leave.guard(() => {
                      saving.clear();
                      void attempt(editor.cancel);
                    })
                  }
                >
                  Cancel
                </Button>
                <ReasonButton
                  loading={saving.isBusy}
                  disabledReason={editor.isDirty ? null : 'Nothing has changed'}
                  onClick={saving.start}
                >
                  Save
                </ReasonButton>
              </Group>
            )}
          </>
        }
      />
      <div className={classes.editor}>
        <ClientSummaryRow summary={saved.summary} />
        <BuildStatus name={name} />
        {saving.problems.length > 0 && <ProblemsTable problems={saving.problems} />}
        <ConfigTabs
          editor={editor}
          onRestore={(config) => void attempt(() => editor.restore(config))}
          mayEdit={mayEdit}
        />
      </div>
      {leave.dialog}
      <Suspense fallback={null}>
        {saving.step?.kind === 'confirm' && (
          <SaveDialog
            clientName={name}
            changes={editor.changes}
            versions={editor.versions}
            checked={saving.step.checked}
            isSaving={saving.isBusy}
            newCount={saving.newCount}
            onSave={saving.save}
            onClose={saving.close}
          />
        )}
        {saving.step?.kind === 'conflict' && (
          <ConflictStep checked={saving.step.checked} saving={saving} onReload={() => void attempt(reload)} />
        )}
        {lockedBy !== null && (
          <ResourceLocked heldBy={lockedBy} onUnlock={() => void attempt(unlock)} onClose={() => setLockedBy(null)} />
        )}
        {isLost && <ResourceOutOfSync heldBy={lock?.heldBy ?? null} onReload={() => void attempt(reload)} />}
      </Suspense>
    </>
  );
}

function ConflictStep(props: {
  checked: Parameters<ReturnType<typeof useSaveClient>['overwrite']>[0];
  saving: ReturnType<typeof useSaveClient>;
  onReload: () => void;
}) {
  return (
    <OverwriteDialog
      conflicts={props.checked.conflicts}
      onOverwrite={() => props.saving.overwrite(props.checked)}
      onReload={props.onReload}
      onClose={props.saving.close}
    />
  );
}

function holderIn(error: unknown): string {
  const lock = error instanceof ApiError ? error.context.lock : null;
  const holder = typeof lock === 'object' && lock !== null ? new Map(Object.entries(lock)).get('heldBy') : undefined;
  return typeof holder === 'string' ? holder : 'Somebody';
}
