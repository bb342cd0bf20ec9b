import { Button, Group, Modal, Text } from '@mantine/core';
import type { ConfigurableDataBlock, DataBlockConfig } from '@quarry/contracts';
import { useEffect, useRef } from 'react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { BlockIcon } from './BlockIcon.tsx';
import { ConfigEditor } from './ConfigEditor.tsx';
import { ConfigList } from './ConfigList.tsx';
import { ConfigQuestions } from './ConfigQuestions.tsx';
import { ConfigView } from './ConfigView.tsx';
import classes from './data-blocks.module.css';
import type { BlockField } from './data-points.ts';
import { StartConfig } from './StartConfig.tsx';
import { usageText } from './usage-text.ts';
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
  onSelect: (config: DataBlockConfig) => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const { block, field } = props;
  const editing = useConfigEditor(block, props.selectedConfigId);
  const { shown, draft, state } = editing;
  const close = () => editing.guard(props.onClose);
  const panes = useRef<HTMLDivElement>(null);
  useEscape(panes, editing.question === null ? close : null);
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
      classNames={{ body: classes.modalBody }}
    >
      <Group gap={8} wrap="nowrap">
        <BlockIcon blockName={block.blockName} size={18} />
        <Text size="sm" c="dimmed">
          <b>{block.displayName}</b>
          {field ? ` · ${field.displayName}: ${field.description}` : ` · ${block.description}`}
        </Text>
      </Group>
      <div ref={panes} className={classes.panes}>
        <ConfigList block={block} editing={editing} />
        <div className={classes.main} key={state.mode === 'creating' ? 'new' : (shown?.configId ?? 'none')}>
          {draft !== null ? (
            <ConfigEditor
              blockName={block.blockName}
              draft={draft}
              onChange={editing.change}
              labelError={editing.labelError}
              problems={editing.problems}
            />
          ) : shown ? (
            <ConfigView config={shown} usedBy={usageText(editing.usages[shown.configId])} />
          ) : (
            <StartConfig block={block} hasConfigs={editing.configs.length > 0} onStart={editing.create} />
          )}
        </div>
      </div>
      <Footer editing={editing} onSelect={props.onSelect} onClose={props.onClose} />
      <ConfigQuestions editing={editing} />
    </Modal>
  );
}

function Footer(props: { editing: ConfigEditing; onSelect: (config: DataBlockConfig) => void; onClose: () => void }) {
  const { editing } = props;
  const { state, isSaving } = editing;
  if (state.mode === 'editing' || state.mode === 'creating') {
    return (
      <Group justify="flex-end" className={classes.foot}>
        <Button variant="default" onClick={() => editing.guard(editing.cancel)}>
          Cancel
        </Button>
        {state.mode === 'editing' && (
          <ReasonButton variant="default" disabledReason={editing.saveAsNewReason} onClick={editing.saveAsNew}>
            Save as new
          </ReasonButton>
        )}
        <ReasonButton
          loading={isSaving}
          disabledReason={state.mode === 'editing' && !editing.isUnsaved ? 'Nothing has changed' : null}
          onClick={() => editing.trySave(false)}
        >
          Save config
        </ReasonButton>
      </Group>
    );
  }
  return <ReadingFooter {...props} />;
}

function ReadingFooter(props: {
  editing: ConfigEditing;
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
    <Group justify="flex-end" className={classes.foot}>
      <Button variant="default" onClick={props.onClose}>
        Cancel
      </Button>
      <ReasonButton variant="default" disabledReason={reason} onClick={editing.edit}>
        Edit
      </ReasonButton>
      <div ref={select}>
        <ReasonButton disabledReason={reason} onClick={() => shown && props.onSelect(shown)}>
          Select
        </ReasonButton>
      </div>
    </Group>
  );
}
