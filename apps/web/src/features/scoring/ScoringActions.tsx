import { ActionIcon, Group, Menu } from '@mantine/core';
import type { ScoringConfig } from '@quarry/contracts';
import { IconDots, IconPencil, IconStar, IconTrash } from '@tabler/icons-react';
import { Hint } from '../../ui/Hint.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import classes from './scoring.module.css';
import { useUpdateScoring } from './use-update-scoring.ts';

export function ScoringActions(props: {
  config: ScoringConfig;
  clientName: string;
  onRename: (config: ScoringConfig) => void;
  onDelete: (config: ScoringConfig) => void;
}) {
  const { config, clientName } = props;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ButtonLink
        size="compact-sm"
        variant="default"
        to="/app/$clientName/scoring/$scoringConfigId"
        params={{ clientName, scoringConfigId: config.id }}
        aria-label={`Edit ${config.name}`}
      >
        Edit
      </ButtonLink>
      <Menu position="bottom-end" width={190} withinPortal>
        <Menu.Target>
          <ActionIcon size={26} aria-label={`More actions for ${config.name}`}>
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MakeDefaultItem config={config} clientName={clientName} />
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => props.onRename(config)}>
            Rename
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={() => props.onDelete(config)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function MakeDefaultItem({ config, clientName }: { config: ScoringConfig; clientName: string }) {
  const { mutate } = useUpdateScoring(clientName, config);
  const icon = <IconStar size={16} aria-hidden="true" />;
  if (!config.isDefault) {
    const update = { change: { isDefault: true as const }, done: `${config.name} is now the default` };
    return (
      <Menu.Item leftSection={icon} onClick={() => mutate(update)}>
        Make default
      </Menu.Item>
    );
  }
  // Not `disabled`: the keyboard has to reach the item for its reason to be read.
  return (
    <Hint label="This is the default scoring field" side="left">
      <Menu.Item aria-disabled="true" className={classes.disabledItem} closeMenuOnClick={false} leftSection={icon}>
        Make default
      </Menu.Item>
    </Hint>
  );
}
