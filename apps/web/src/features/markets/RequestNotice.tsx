import { Alert, Button, Group, Text } from '@mantine/core';
import type { Market } from '@quarry/contracts';
import { IconHourglass, IconMessageReport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import classes from './markets.module.css';
import { useMarketActions } from './use-market-actions.ts';

const DeclineRequest = lazy(() => import('./DeclineRequest.tsx'));

/** The request to publish a market that waits, or why the last one was declined; nothing otherwise. */
export function RequestNotice(props: {
  clientName: string;
  market: Market;
  isStaff: boolean;
  /** Called after a decision, without the market if someone else was faster. */
  onDecided: (market: Market | null) => void;
}) {
  const { clientName, market } = props;
  const { publishRequest: request, lastReview } = market;
  const actions = useMarketActions(clientName, market);
  const [isDeclining, setDeclining] = useState(false);
  if (request !== null) {
    return (
      <Alert color="gold" py="xs" icon={<IconHourglass aria-hidden />}>
        <Group justify="space-between" gap="xs">
          <Text size="sm" className={classes.noticeText}>
            <b>Waiting for approval.</b> {request.requestedBy ?? 'A former user'} asked on{' '}
            {formatDate(request.requestedAt)} to publish this market as {request.isLive ? 'Live' : 'Static'}. Changes
            that are saved until then become part of the request.
          </Text>
          <Group gap="xs">
            {actions.withdraw && (
              <Button size="compact-sm" variant="default" loading={actions.isBusy} onClick={actions.withdraw}>
                Withdraw request
              </Button>
            )}
            {props.isStaff && (
              <Button size="compact-sm" variant="default" onClick={() => setDeclining(true)}>
                Decline
              </Button>
            )}
          </Group>
        </Group>
        <Suspense fallback={null}>
          {isDeclining && (
            <DeclineRequest
              clientName={clientName}
              market={market}
              request={request}
              onDone={props.onDecided}
              onClose={() => setDeclining(false)}
            />
          )}
        </Suspense>
      </Alert>
    );
  }
  if (lastReview?.outcome !== 'DECLINED') return null;
  return (
    <Alert color="red" py="xs" icon={<IconMessageReport aria-hidden />}>
      <Text size="sm" className={classes.note}>
        <b>
          Declined by {lastReview.by} on {formatDate(lastReview.at)}:
        </b>{' '}
        {lastReview.note}
      </Text>
      <Text size="sm" c="dimmed">
        Change the market and publish it again.
      </Text>
    </Alert>
  );
}
