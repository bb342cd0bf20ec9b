import { Button } from '@mantine/core';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import type { ConfigEditing } from './use-config-editor.ts';

/** What ends the editing of a configuration: giving it up, saving it under another name, or saving it. */
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
