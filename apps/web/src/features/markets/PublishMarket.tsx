import { Alert, Button, Group, Loader, Modal, Radio, Stack, Text } from '@mantine/core';
import type { Market } from '@quarry/contracts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { previewNetNewCount } from './preview/preview-net-new-count.ts';
import { marketsKey } from './queries.ts';

/** Asks whether the market adds companies once or keeps adding them, with the current net-new count. */
export default function PublishMarket(props: {
  clientName: string;
  market: Market;
  isBusy: boolean;
  onPublish: (isLive: boolean) => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const { clientName, market } = props;
  const [isLive, setLive] = useState(false);
  const netNew = useQuery({
    queryKey: [...marketsKey(clientName), 'net-new', market.id, market.draftVersion],
    queryFn: ({ signal }) =>
      previewNetNewCount(clientName, market.draftMarketCriteria, market.dataBlockConfigs, signal),
    gcTime: 0,
  });
  return (
    <Modal opened onClose={props.onClose} title="Publish market" centered size="lg">
      <Stack gap="md">
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
          During beta, changes to markets will be reviewed by the Quarry team prior to publishing.
        </Alert>
        <Radio.Group
          label={`How should “${market.name}” add companies?`}
          value={isLive ? 'live' : 'static'}
          onChange={(value) => setLive(value === 'live')}
        >
          <Stack gap="sm" mt="xs">
            <Radio
              value="static"
              label="Static"
              description={<>Adds {netNewText(netNew, 'net-new companies')} once</>}
            />
            <Radio
              value="live"
              label="Live"
              description={<>Adds {netNewText(netNew, 'companies')} and new matches as they appear</>}
            />
          </Stack>
        </Radio.Group>
        <div role="status">
          {netNew.isError ? (
            <Group gap="xs">
              <Text size="sm" c="var(--mantine-color-error)">
                The net-new companies could not be counted: {messageOf(netNew.error)}
              </Text>
              <Button size="compact-sm" variant="default" onClick={() => void netNew.refetch()}>
                Retry
              </Button>
            </Group>
          ) : netNew.isFetching ? (
            <Group gap="xs">
              <Loader size={14} aria-hidden />
              <Text size="sm" c="dimmed">
                Counting net-new companies…
              </Text>
            </Group>
          ) : null}
        </div>
        {market.isPublished && market.isLive && !isLive ? (
          <Text size="sm">This market is live now. If you publish it as static, it stops adding new matches.</Text>
        ) : null}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          Cancel
        </Button>
        <Button loading={props.isBusy} onClick={() => props.onPublish(isLive)}>
          Publish market
        </Button>
      </Group>
    </Modal>
  );
}

/** `1,234 net-new companies`; an ellipsis while counting, and no number if counting failed. */
function netNewText(
  { data, isError }: { data: number | undefined; isError: boolean },
  noun: 'net-new companies' | 'companies',
): string {
  if (data === undefined) return isError ? `its ${noun}` : `… ${noun}`;
  return plural(Math.floor(data), noun.replace('companies', 'company'), noun);
}
