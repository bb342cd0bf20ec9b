import { Menu } from '@mantine/core';
import type { ConfigurableDataBlock, DataBlockConfig } from '@quarry/contracts';
import { IconTrash } from '@tabler/icons-react';
import { PopupMenu } from '../../ui/popup/PopupMenu.tsx';
import type { Popup } from '../../ui/popup/use-popup.ts';
import classes from './data-blocks.module.css';
import { usageText } from './usage-text.ts';
import type { ConfigEditing } from './use-config-editor.ts';

/** Starts a configuration from scratch or from a template. */
export function TemplateMenu(props: { popup: Popup; block: ConfigurableDataBlock; editing: ConfigEditing }) {
  const { block, editing } = props;
  const groups = [...Map.groupBy(block.templates, ({ group }) => group)];
  return (
    <PopupMenu popup={props.popup} position="bottom-start" width={300} classNames={{ dropdown: classes.templates }}>
      <Menu.Item onClick={() => editing.create(null)}>Start from scratch</Menu.Item>
      {groups.map(([group, templates]) => [
        <Menu.Label key={group}>{group}</Menu.Label>,
        ...templates.map((template) => (
          <Menu.Item key={template.id} onClick={() => editing.create(template)}>
            {template.label}
            <span className={classes.pointDescription}>{template.description}</span>
          </Menu.Item>
        )),
      ])}
    </PopupMenu>
  );
}

/** What can be done with a saved configuration. */
export function ConfigMenu(props: { popup: Popup; config: DataBlockConfig; editing: ConfigEditing }) {
  const { config, editing } = props;
  const usage = editing.usages[config.configId];
  const isUsed = (usage?.markets ?? 0) + (usage?.dataPoints ?? 0) > 0;
  return (
    <PopupMenu popup={props.popup} position="bottom-end">
      <Menu.Item
        color={isUsed ? 'dimmed' : 'red'}
        aria-disabled={isUsed}
        closeMenuOnClick={!isUsed}
        leftSection={<IconTrash size={14} aria-hidden="true" />}
        onClick={() => {
          if (!isUsed) editing.setDialog({ kind: 'delete', config });
        }}
      >
        Delete configuration
        {isUsed && <span className={classes.pointDescription}>{usageText(usage)}, so it can't be deleted</span>}
      </Menu.Item>
    </PopupMenu>
  );
}
