import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Market } from '@quarry/contracts';
import { describeFilter } from '@quarry/filters';
import type { DataPointIndex } from '../data-blocks/data-point-index.ts';
import { nameRuleValue } from '../data-blocks/data-point-index.ts';

/** Says that somebody else saved the market meanwhile, shows how it is now, and asks what to do about it. */
export default function OutOfSync(props: {
  market: Market;
  points: DataPointIndex;
  /** Saves the edits over the newer version; left out where there are none to save. */
  onSaveMine: (() => void) | undefined;
  onReload: () => void;
  onClose: () => void;
}) {
  const { market, points, onSaveMine } = props;
  const words = describeFilter(market.draftMarketCriteria, points.fields, { nameValue: nameRuleValue(points) });
  return (
    <Modal opened onClose={props.onClose} title="This market was changed meanwhile" centered size={680}>
      <Stack gap="xs">
        <Text>
          Somebody else saved “{market.name}” since you opened it.{' '}
          {onSaveMine ? 'Your changes are still here, but not saved.' : 'Please reload it and look at it again.'}
        </Text>
        <Text size="sm" c="dimmed">
          It now reads:
        </Text>
        <Text size="sm">{words}</Text>
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {onSaveMine ? 'Keep editing' : 'Close'}
        </Button>
        {onSaveMine ? (
          <>
            <Button variant="outline" color="red" onClick={props.onReload}>
              Reload and discard my changes
            </Button>
            <Button onClick={onSaveMine}>Save mine instead</Button>
          </>
        ) : (
          <Button onClick={props.onReload}>Reload</Button>
        )}
      </Group>
    </Modal>
  );
}
