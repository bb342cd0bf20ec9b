import { Group, Text } from '@mantine/core';
import { type ConfigurableDataBlock, findBlockConfig } from '@quarry/contracts';
import { BlockIcon } from './BlockIcon.tsx';
import { ConfigEditor } from './ConfigEditor.tsx';
import { ConfigList } from './ConfigList.tsx';
import { ConfigQuestions } from './ConfigQuestions.tsx';
import { ConfigView } from './ConfigView.tsx';
import classes from './data-blocks.module.css';
import type { BlockField } from './data-point-index.ts';
import { StartConfig } from './StartConfig.tsx';
import { usageText } from './usage-text.ts';
import type { ConfigEditing } from './use-config-editor.ts';

/** The saved configurations of a block on the left; on the right one of them shown, edited or made anew. */
export function ConfigPanes(props: {
  block: ConfigurableDataBlock;
  /** The data point that is configured, where it is known already. */
  field?: BlockField | undefined;
  editing: ConfigEditing;
}) {
  const { block, field, editing } = props;
  const { shown, draft, state } = editing;
  return (
    <>
      <Group gap={8} wrap="nowrap">
        <BlockIcon icon={block.icon} size={18} />
        <Text size="sm" c="dimmed">
          <b>{block.displayName}</b>
          {field ? ` · ${field.displayName}: ${field.description}` : ` · ${block.description}`}
        </Text>
      </Group>
      <div className={classes.panes}>
        <ConfigList block={block} editing={editing} />
        <div className={classes.main} key={state.mode === 'creating' ? 'new' : (shown?.configId ?? 'none')}>
          {draft !== null ? (
            <ConfigEditor
              description={findBlockConfig(block.blockName)}
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
      <ConfigQuestions editing={editing} />
    </>
  );
}
