import { Button, Group, Modal } from '@mantine/core';
import type { ConfigurableDataBlock, DataBlockConfig, DataBlockTemplate } from '@quarry/contracts';
import { useEffect, useRef } from 'react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { ConfigPanes } from './ConfigPanes.tsx';
import classes from './data-blocks.module.css';
import type { BlockField } from './data-point-index.ts';
import { EditingButtons } from './EditingButtons.tsx';
import { type ConfigEditing, useConfigEditor } from './use-config-editor.ts';

/** The 'Configure data point' modal. It doesn't know what the configuration is selected for. */
export function ConfigureDataPoint(props: {
  block: ConfigurableDataBlock;
  /** The data point being configured, if known. */
  field?: BlockField;
  selectedConfigId: string | null;
  /** Starts a new configuration from it. */
  template?: DataBlockTemplate | null;
  /** Why a configuration cannot be selected; null if it can. */
  selectProblem?: (config: DataBlockConfig) => string | null;
  onSelect: (config: DataBlockConfig) => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const editing = useConfigEditor(props.block, props.selectedConfigId, props.template);
  const close = () => editing.guard(props.onClose);
  const content = useRef<HTMLDivElement>(null);
  useEscape(content, editing.dialog === null ? close : null);
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
      <div ref={content} className={classes.modalBody}>
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
  const { selected } = editing;
  const selectButton = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focus was on a button that disappeared when editing ended; Select is the next action.
    if (document.activeElement === document.body) selectButton.current?.querySelector('button')?.focus();
  }, []);
  const reason = selected ? null : 'Choose a configuration first';
  return (
    <>
      <Button variant="default" onClick={props.onClose}>
        Cancel
      </Button>
      <ReasonButton variant="default" disabledReason={reason} onClick={editing.edit}>
        Edit
      </ReasonButton>
      <div ref={selectButton}>
        <ReasonButton
          disabledReason={reason ?? (selected && props.selectProblem?.(selected))}
          onClick={() => selected && props.onSelect(selected)}
        >
          Select
        </ReasonButton>
      </div>
    </>
  );
}
