import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** An empty state: what belongs here and why, one action that fills it, and a link to the docs. */
export function EmptyState(props: {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  docs?: { href: string; label: string };
}) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      {props.icon}
      <Title order={2}>{props.title}</Title>
      {props.children ? (
        <Text c="dimmed" maw={460} component="div">
          {props.children}
        </Text>
      ) : null}
      {props.action || props.docs ? (
        <Group mt="xs" justify="center">
          {props.action}
          {props.docs ? (
            <Anchor href={props.docs.href} target="_blank" rel="noreferrer" size="sm">
              {props.docs.label}
            </Anchor>
          ) : null}
        </Group>
      ) : null}
    </Stack>
  );
}
