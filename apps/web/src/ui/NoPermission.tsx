import { Center, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';
import { PageTitle } from './PageTitle.tsx';

export function NoPermission() {
  return (
    <Center mih={320}>
      <PageTitle title="No permission" />
      <EmptyState title="No permission" icon={<IconLock size={28} aria-hidden />}>
        <Text>You don't have permissions to view this page. Please contact your account administrator.</Text>
      </EmptyState>
    </Center>
  );
}
