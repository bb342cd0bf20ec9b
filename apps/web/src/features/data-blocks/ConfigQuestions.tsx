import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { ConfigEditing } from './use-config-editor.ts';

/** What is asked before a draft is lost, a configuration in use is changed, or one is deleted. */
export function ConfigQuestions({ editing }: { editing: ConfigEditing }) {
  const { question } = editing;
  const close = () => editing.ask(null);
  return (
    <>
      <ConfirmDialog
        opened={question?.about === 'discard'}
        title="Discard changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={() => {
          close();
          if (question?.about === 'discard') question.go();
        }}
        onClose={close}
      >
        The changes to this configuration are not saved.
      </ConfirmDialog>
      <ConfirmDialog
        opened={question?.about === 'change-for-all'}
        title="Save configuration"
        confirmLabel="Save config"
        onConfirm={() => editing.trySave(true)}
        onClose={close}
      >
        This change will affect all market definitions using this data point.
      </ConfirmDialog>
      <ConfirmDialog
        opened={question?.about === 'delete'}
        title="Delete configuration"
        confirmLabel="Delete configuration"
        isDangerous
        onConfirm={() => {
          if (question?.about === 'delete') editing.remove(question.config);
        }}
        onClose={close}
      >
        {question?.about === 'delete' && `“${question.config.label}” will be deleted. Nothing uses it.`}
      </ConfirmDialog>
    </>
  );
}
