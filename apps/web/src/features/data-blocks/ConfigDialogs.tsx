import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { ConfigEditing } from './use-config-editor.ts';

/** Confirms discarding a draft, changing a configuration that markets use, and deleting one. */
export function ConfigDialogs({ editing }: { editing: ConfigEditing }) {
  const { dialog } = editing;
  const close = () => editing.setDialog(null);
  return (
    <>
      <ConfirmDialog
        opened={dialog?.kind === 'discard'}
        title="Discard changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={() => {
          close();
          if (dialog?.kind === 'discard') dialog.onDiscard();
        }}
        onClose={close}
      >
        The changes to this configuration are not saved.
      </ConfirmDialog>
      <ConfirmDialog
        opened={dialog?.kind === 'save-shared'}
        title="Save configuration"
        confirmLabel="Save config"
        onConfirm={() => editing.trySave(true)}
        onClose={close}
      >
        This change will affect all market definitions using this data point.
      </ConfirmDialog>
      <ConfirmDialog
        opened={dialog?.kind === 'delete'}
        title="Delete configuration"
        confirmLabel="Delete configuration"
        isDangerous
        onConfirm={() => {
          if (dialog?.kind === 'delete') editing.remove(dialog.config);
        }}
        onClose={close}
      >
        {dialog?.kind === 'delete' && `“${dialog.config.label}” will be deleted. Nothing uses it.`}
      </ConfirmDialog>
    </>
  );
}
