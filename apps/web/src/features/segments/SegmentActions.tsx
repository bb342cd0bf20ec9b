import { ActionIcon, Group, Menu } from '@mantine/core';
import type { Segment } from '@quarry/contracts';
import { IconDots, IconList, IconTrash, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ButtonLink } from '../../ui/links.tsx';

export function SegmentActions(props: { segment: Segment; clientName: string; onDelete: (segment: Segment) => void }) {
  const { segment, clientName } = props;
  const params = { clientName, segmentId: segment.id };
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ButtonLink
        size="compact-sm"
        variant="default"
        to="/app/$clientName/segments/edit/$segmentId"
        params={params}
        search={{}}
        aria-label={`Edit segment ${segment.name}`}
      >
        Edit segment
      </ButtonLink>
      <Menu position="bottom-end" width={190} withinPortal>
        <Menu.Target>
          <ActionIcon size={26} aria-label={`More actions for ${segment.name}`}>
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            renderRoot={(item) => (
              <Link
                {...item}
                to="/app/$clientName/segments/view/$segmentId"
                params={params}
                search={{}}
                hash="companies"
              />
            )}
            leftSection={<IconList size={16} aria-hidden="true" />}
          >
            View companies
          </Menu.Item>
          <Menu.Item
            renderRoot={(item) => (
              <Link
                {...item}
                to="/app/$clientName/segments/view/$segmentId"
                params={params}
                search={{}}
                hash="contacts"
              />
            )}
            leftSection={<IconUsers size={16} aria-hidden="true" />}
          >
            View contacts
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={() => props.onDelete(segment)}
          >
            Delete segment
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
