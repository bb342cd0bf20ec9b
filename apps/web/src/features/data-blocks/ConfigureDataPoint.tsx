import { Button, Group, Modal } from '@mantine/core';
import type { ConfigurableDataBlock, DataBlockConfig } from '@quarry/contracts';
import { useEffect, useRef } from 'react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { ConfigPanes } from './ConfigPanes.tsx';
import classes from './data-blocks.module.css';
import type { BlockField } from './data-point-index.ts';
import { EditingButtons } from './EditingButtons.tsx';
import { type ConfigEditing, useConfigEditor } from './use-config-editor.ts';
import { useEscape } from './use-escape.ts';

/**
 * The modal 'Configure data point': the saved configurations of a block, one of them shown, edited or made anew. It
 * knows nothing of what the configuration is chosen for.
 */
export function ConfigureDataPoint(props: {
  block: ConfigurableDataBlock;
  /** The data point that is configured, where it is known already. */
  field?: BlockField;
  selectedConfigId: string | null;
  /** Why a configuration cannot be selected; null when it can. */
  selectProblem?: (config: DataBlockConfig) => string | null;
  onSelect: (config: DataBlockConfig) => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const editing = useConfigEditor(props.block, props.selectedConfigId);
  const close = () => editing.guard(props.onClose);
  const inside = useRef<HTMLDivElement>(null);
  useEscape(inside, editing.question === null ? close : null);
  return (
    <Modal
      opened
      onClose={close}
      title="Configure data point"
      size={1080}
      centered
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      closeOnEscape={false}
    >
      <div ref={inside} className={classes.modalBody}>
        <ConfigPanes block={props.block} field={props.field} editing={editing} />
        <Group justify="flex-end" className={classes.foot}>
          {editing.draft === null ? (
            <ReadingButtons
              editing={editing}
              selectProblem={props.selectProblem}
              onSelect={props.onSelect}
              onClose={props.onClose}
            />
          ) : (
            <EditingButtons editing={editing} />
          )}
        </Group>
      </div>
    </Modal>
  );
}

function ReadingButtons(props: {
  editing: ConfigEditing;
  selectProblem: ((config: DataBlockConfig) => string | null) | undefined;
  onSelect: (config: DataBlockConfig) => void;
  onClose: () => void;
}) {
  const { editing } = props;
  const { shown } = editing;
  const select = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that ended the editing went away with the focus on it; selecting is what comes next.
    if (document.activeElement === document.body) select.current?.querySelector('button')?.focus();
  }, []);
  const reason = shown ? null : 'Choose a configuration first';
  return (
    <>
      <Button variant="default" onClick={props.onClose}>
        Cancel
      </Button>
      <ReasonButton variant="default" disabledReason={reason} onClick={editing.edit}>
        Edit
      </ReasonButton>
      <div ref={select}>
        <ReasonButton
          disabledReason={reason ?? (shown && props.selectProblem?.(shown))}
          onClick={() => shown && props.onSelect(shown)}
        >
          Select
        </ReasonButton>
      </div>
    </>
  );
}
