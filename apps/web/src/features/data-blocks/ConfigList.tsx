import { ActionIcon, Button, Text, TextInput, UnstyledButton } from '@mantine/core';
import type { ConfigurableDataBlock, DataBlockConfig } from '@quarry/contracts';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { usePopup } from '../../ui/popup/use-popup.ts';
import { withArrowKeys } from './arrow-keys.ts';
import classes from './data-blocks.module.css';
import { summariseConfig } from './summarise-config.ts';
import { usageText } from './usage-text.ts';
import type { ConfigEditing } from './use-config-editor.ts';

const loadMenus = () => import('./ConfigMenus.tsx');
const TemplateMenu = lazy(async () => ({ default: (await loadMenus()).TemplateMenu }));
const ConfigMenu = lazy(async () => ({ default: (await loadMenus()).ConfigMenu }));

const SEARCH_THRESHOLD = 8;
const MAX_LISTED = 100;

/** Lists a block's saved configurations, with a menu to create one. */
export function ConfigList({ block, editing }: { block: ConfigurableDataBlock; editing: ConfigEditing }) {
  const { configs, state } = editing;
  const [search, setSearch] = useState('');
  const searchText = search.trim().toLowerCase();
  const matches = configs.filter(({ label }) => label.toLowerCase().includes(searchText));
  const currentId = state.mode === 'reading' || state.mode === 'editing' ? state.configId : null;
  return (
    <div className={classes.side}>
      <NewConfigMenu block={block} editing={editing} />
      {configs.length === 0 && state.mode !== 'creating' && (
        <Text size="xs" c="dimmed" p={8}>
          No saved configurations yet. Start from scratch or from a template.
        </Text>
      )}
      {configs.length > SEARCH_THRESHOLD && (
        <TextInput
          size="xs"
          mb={6}
          aria-label="Search configurations"
          placeholder="Search configurations"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul className={classes.points} aria-label="Saved configurations" ref={withArrowKeys}>
        {state.mode === 'creating' && (
          <li className={classes.configItem} aria-current="true">
            <span className={classes.configName}>{state.draft.label.trim() || 'New configuration'}</span>
            <span className={classes.pointDescription}>Not saved yet</span>
          </li>
        )}
        {matches.slice(0, MAX_LISTED).map((config) => (
          <ConfigItem
            key={config.configId}
            config={config}
            editing={editing}
            isCurrent={config.configId === currentId}
          />
        ))}
      </ul>
      {matches.length === 0 && configs.length > 0 && (
        <Text size="xs" c="dimmed" p={8}>
          No configurations match the search
        </Text>
      )}
      {matches.length > MAX_LISTED && (
        <Text size="xs" c="dimmed" p={8}>
          {matches.length - MAX_LISTED} more: search to find them
        </Text>
      )}
    </div>
  );
}

function NewConfigMenu({ block, editing }: { block: ConfigurableDataBlock; editing: ConfigEditing }) {
  const { trigger, popup, hasOpened } = usePopup({ kind: 'menu', load: loadMenus });
  return (
    <>
      <Button
        {...trigger}
        variant="default"
        mb={6}
        data-autofocus={editing.selected === null || undefined}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
      >
        New configuration
      </Button>
      <Suspense>{hasOpened && <TemplateMenu popup={popup} block={block} editing={editing} />}</Suspense>
    </>
  );
}

function ConfigItem(props: { config: DataBlockConfig; editing: ConfigEditing; isCurrent: boolean }) {
  const { config, editing, isCurrent } = props;
  const usage = editing.usages[config.configId];
  const { trigger, popup, hasOpened } = usePopup({ kind: 'menu', load: loadMenus });
  return (
    <li className={classes.configRow} data-current={isCurrent || undefined}>
      <UnstyledButton
        className={classes.configItem}
        aria-current={isCurrent ? 'true' : undefined}
        data-autofocus={isCurrent || undefined}
        onClick={() => {
          if (!isCurrent) editing.select(config.configId);
        }}
      >
        <span className={classes.configName}>{config.label}</span>
        <span className={classes.configSummary}>{summariseConfig(config.blockName, config.config)}</span>
        <span className={classes.pointDescription}>{usageText(usage)}</span>
      </UnstyledButton>
      <ActionIcon {...trigger} size="sm" aria-label={`Actions for ${config.label}`}>
        <IconDots size={16} aria-hidden="true" />
      </ActionIcon>
      <Suspense>{hasOpened && <ConfigMenu popup={popup} config={config} editing={editing} />}</Suspense>
    </li>
  );
}
