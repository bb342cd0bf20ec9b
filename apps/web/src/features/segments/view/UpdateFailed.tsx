import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type Segment, startSegmentUpdate } from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../lib/api.ts';
import { notifyError } from '../../../lib/notify.ts';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { cacheSegment } from '../queries.ts';
import { SegmentBadges } from '../SegmentBadges.tsx';

/** A segment whose companies could not be found: why, and a way to try again. */
export function UpdateFailed({ clientName, segment }: { clientName: string; segment: Segment }) {
  const cache = useQueryClient();
  const params = { clientName, segmentId: segment.id };
  const retry = useMutation({
    mutationFn: async () => {
      const { item } = await call(startSegmentUpdate, { segmentId: segment.id }, { client: clientName });
      await cacheSegment(cache, clientName, item);
    },
    onError: (error) => notifyError(messageOf(error), { title: 'Error updating segment, please contact support' }),
  });
  return (
    <>
      <PageHeader title={segment.name} clientName={clientName} badge={<SegmentBadges segment={segment} />} />
      <Stack align="center" gap="xs" py={48} px="md" ta="center" role="alert">
        <IconAlertTriangle size={28} aria-hidden="true" />
        <Title order={2}>The segment could not be generated</Title>
        <Text maw={520}>
          {segment.problem ?? 'Something went wrong while its companies were being found.'} Its former companies are
          kept. If it fails again, please contact support.
        </Text>
        <Group mt="xs" justify="center">
          <ButtonLink to="/app/$clientName/segments" params={{ clientName }} search={{}} variant="default">
            Back
          </ButtonLink>
          <Button loading={retry.isPending} onClick={() => retry.mutate()}>
            Retry
          </Button>
          <TextLink to="/app/$clientName/segments/edit/$segmentId" params={params} search={{}} size="sm">
            Edit segment
          </TextLink>
        </Group>
      </Stack>
    </>
  );
}
