import { Group, Text } from '@mantine/core';
import { type ConfigurableDataBlock, findBlockConfig } from '@quarry/contracts';
import { BlockIcon } from './BlockIcon.tsx';
import { ConfigDialogs } from './ConfigDialogs.tsx';
import { ConfigEditor } from './ConfigEditor.tsx';
import { ConfigList } from './ConfigList.tsx';
import { ConfigView } from './ConfigView.tsx';
import classes from './data-blocks.module.css';
import type { BlockField } from './data-point-index.ts';
import { StartConfig } from './StartConfig.tsx';
import { usageText } from './usage-text.ts';
import type { ConfigEditing } from './use-config-editor.ts';

/** A block's saved configurations on the left; the selected or edited one on the right. */
export function ConfigPanes(props: {
  block: ConfigurableDataBlock;
  /** The data point being configured, if known. */
  field?: BlockField | undefined;
  editing: ConfigEditing;
}) {
  const { block, field, editing } = props;
  const { selected, draft, state } = editing;
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
        <div className={classes.main} key={state.mode === 'creating' ? 'new' : (selected?.configId ?? 'none')}>
          {draft !== null ? (
            <ConfigEditor
              description={findBlockConfig(block.blockName)}
              draft={draft}
              onChange={editing.change}
              labelError={editing.labelError}
              problems={editing.problems}
            />
          ) : selected ? (
            <ConfigView config={selected} usedBy={usageText(editing.usages[selected.configId])} />
          ) : (
            <StartConfig block={block} hasConfigs={editing.configs.length > 0} onStart={editing.create} />
          )}
        </div>
      </div>
      <ConfigDialogs editing={editing} />
    </>
  );
}
