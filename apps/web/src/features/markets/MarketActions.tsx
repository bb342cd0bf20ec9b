import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import type { Market } from '@quarry/contracts';
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ButtonLink } from '../../ui/links.tsx';
import classes from './markets.module.css';

export function MarketActions(props: {
  market: Market;
  clientName: string;
  onRename: (market: Market) => void;
  onDelete: (market: Market) => void;
}) {
  const { market, clientName } = props;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ButtonLink
        size="compact-sm"
        variant="default"
        to="/app/$clientName/markets/explore/$marketId"
        params={{ clientName, marketId: market.id }}
        aria-label={`Edit market ${market.name}`}
      >
        Edit market
      </ButtonLink>
      <Menu position="bottom-end" width={190} withinPortal>
        <Menu.Target>
          <ActionIcon size={26} aria-label={`More actions for ${market.name}`}>
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => props.onRename(market)}>
            Rename market
          </Menu.Item>
          <Menu.Item
            renderRoot={(props) => (
              <Link
                {...props}
                to="/app/$clientName/markets/explore/$marketId"
                params={{ clientName, marketId: 'new' }}
                search={{ cloneFrom: market.id }}
              />
            )}
            leftSection={<IconCopy size={16} aria-hidden="true" />}
          >
            Clone market
          </Menu.Item>
          <DeleteItem isPublished={market.isPublished} onDelete={() => props.onDelete(market)} />
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function DeleteItem({ isPublished, onDelete }: { isPublished: boolean; onDelete: () => void }) {
  const icon = <IconTrash size={16} aria-hidden="true" />;
  if (!isPublished) {
    return (
      <Menu.Item color="red" leftSection={icon} onClick={onDelete}>
        Delete market
      </Menu.Item>
    );
  }
  // Not `disabled`: the keyboard has to reach the item for its reason to be read.
  return (
    <Tooltip
      label="Published markets cannot be deleted."
      position="left"
      events={{ hover: true, focus: true, touch: true }}
    >
      <Menu.Item aria-disabled="true" className={classes.disabledItem} closeMenuOnClick={false} leftSection={icon}>
        Delete market
      </Menu.Item>
    </Tooltip>
  );
}
