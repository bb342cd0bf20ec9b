import { Button } from '@mantine/core';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import type { ConfigEditing } from './use-config-editor.ts';

/** Cancel, Save as new and Save for an edited configuration. */
export function EditingButtons({ editing }: { editing: ConfigEditing }) {
  const isChange = editing.state.mode === 'editing';
  return (
    <>
      <Button variant="default" onClick={() => editing.guard(editing.cancel)}>
        Cancel
      </Button>
      {isChange && (
        <ReasonButton variant="default" disabledReason={editing.saveAsNewReason} onClick={editing.saveAsNew}>
          Save as new
        </ReasonButton>
      )}
      <ReasonButton
        loading={editing.isSaving}
        disabledReason={isChange && !editing.isUnsaved ? 'Nothing has changed' : null}
        onClick={() => editing.trySave(false)}
      >
        Save config
      </ReasonButton>
    </>
  );
}
