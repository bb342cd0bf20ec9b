import { ActionIcon, Group, Menu, type MenuItemProps } from '@mantine/core';
import type { Tag } from '@quarry/contracts';
import { IconDots, IconLayoutList, IconPencil, IconTrash } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { ButtonLink } from '../../ui/links.tsx';
import { tagCompaniesHash, tagHash } from './explorer-link.ts';

const MenuLink = createLink((props: MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));

export function TagActions(props: {
  tag: Tag;
  clientName: string;
  onRename: (tag: Tag) => void;
  onDelete: (tag: Tag) => void;
}) {
  const { tag, clientName } = props;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ButtonLink
        size="compact-sm"
        variant="default"
        to="/app/$clientName"
        params={{ clientName }}
        hash={tagHash(tag)}
        aria-label={`View Companies / Edit ${tag.name}`}
      >
        View Companies / Edit
      </ButtonLink>
      <Menu position="bottom-end" width={190} withinPortal>
        <Menu.Target>
          <ActionIcon size={26} aria-label={`More actions for ${tag.name}`}>
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuLink
            to="/app/$clientName"
            params={{ clientName }}
            hash={tagCompaniesHash(tag.id)}
            leftSection={<IconLayoutList size={16} aria-hidden="true" />}
          >
            Open as view
          </MenuLink>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => props.onRename(tag)}>
            Rename tag
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={() => props.onDelete(tag)}
          >
            Delete tag
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
