import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Market } from '@quarry/contracts';
import { describeFilter } from '@quarry/filters';
import { type DataPointIndex, nameRuleValue } from '../data-blocks/data-point-index.ts';

/** Shows the criteria that someone else saved, and offers to overwrite or reload them. */
export default function OutOfSync(props: {
  market: Market;
  points: DataPointIndex;
  /** Saves the edits over the newer version; undefined if there are none. */
  onOverwrite: (() => void) | undefined;
  onReload: () => void;
  onClose: () => void;
}) {
  const { market, points, onOverwrite } = props;
  const description = describeFilter(market.draftMarketCriteria, points.findField, {
    nameValue: nameRuleValue(points),
  });
  return (
    <Modal opened onClose={props.onClose} title="Someone else changed this market" centered size={680}>
      <Stack gap="xs">
        <Text>
          Someone else saved “{market.name}” since you opened it.{' '}
          {onOverwrite ? 'Your changes are still here, but not saved.' : 'Please reload it to see the changes.'}
        </Text>
        <Text size="sm" c="dimmed">
          It now reads:
        </Text>
        <Text size="sm">{description}</Text>
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {onOverwrite ? 'Keep editing' : 'Close'}
        </Button>
        {onOverwrite ? (
          <>
            <Button variant="outline" color="red" onClick={props.onReload}>
              Reload and discard my changes
            </Button>
            <Button onClick={onOverwrite}>Save mine instead</Button>
          </>
        ) : (
          <Button onClick={props.onReload}>Reload</Button>
        )}
      </Group>
    </Modal>
  );
}
