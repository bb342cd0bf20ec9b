import { Card, Group, Text, Title } from '@mantine/core';
import { type MarketRequest, publishMarket } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { formatInstant, relativeInstant } from '../../lib/format.ts';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { TextLink } from '../../ui/links.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { MarketStatusBadge } from './MarketBadges.tsx';
import classes from './market-requests.module.css';
import { MARKET_REQUESTS_KEY } from './queries.ts';

const ApproveMarket = lazy(() => import('./ApproveMarket.tsx'));
const DeclineRequest = lazy(() => import('./DeclineRequest.tsx'));

/** A request to publish a market: who asked, what changes in words, and the decision. */
export function MarketRequestCard({ request }: { request: MarketRequest }) {
  const { marketId, clientName, name, requestedBy, requestedAt, isLive, published, draftVersion } = request;
  const cache = useQueryClient();
  const [deciding, setDeciding] = useState<'approve' | 'decline' | null>(null);
  const close = () => setDeciding(null);
  const refresh = () => cache.invalidateQueries({ queryKey: MARKET_REQUESTS_KEY });
  const approve = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading('Publishing market...');
      const body = { marketId, draftVersion, requestedAt };
      try {
        await call(publishMarket, body, { client: clientName });
        notifySuccess(`The companies of “${name}” are being added now.`, { id: toast, title: 'Market published' });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: 'Error publishing market' });
      }
      close();
      // Also after a failure: someone else may have been faster.
      await refresh();
    },
  });
  const title = `request-${marketId}`;
  return (
    <Card withBorder component="article" aria-labelledby={title}>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <div className={classes.words}>
          <Group gap={8}>
            <Title order={2} id={title}>
              <TextLink
                to="/app/$clientName/markets/explore/$marketId"
                params={{ clientName, marketId }}
                inherit
                className={classes.words}
              >
                {name}
              </TextLink>
            </Title>
            <MarketStatusBadge market={{ isPublished: published !== null, isLive: published?.isLive ?? false }} />
          </Group>
          <Text size="sm" c="dimmed">
            {clientName} · {requestedBy ?? 'A former user'} ·{' '}
            <time dateTime={requestedAt} title={formatInstant(requestedAt)}>
              {relativeInstant(requestedAt)}
            </time>
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <ReasonButton
            variant="default"
            aria-label={`Decline ${name} of ${clientName}`}
            disabledReason={approve.isPending ? 'The market is being published' : null}
            onClick={() => setDeciding('decline')}
          >
            Decline
          </ReasonButton>
          <ReasonButton
            variant="light"
            aria-label={`Approve ${name} of ${clientName}`}
            loading={approve.isPending}
            onClick={() => setDeciding('approve')}
          >
            Approve
          </ReasonButton>
        </Group>
      </Group>
      <Text size="sm" mt="sm">
        {effectOf(request)}
      </Text>
      <Changes request={request} />
      <Suspense fallback={null}>
        {deciding === 'approve' && (
          <ApproveMarket
            market={{ id: marketId, name, draftVersion }}
            isLive={isLive}
            isBusy={approve.isPending}
            onApprove={() => approve.mutate()}
            onClose={close}
          />
        )}
        {deciding === 'decline' && (
          <DeclineRequest
            clientName={clientName}
            market={{ id: marketId, name }}
            request={{ isLive, requestedBy, requestedAt }}
            onDone={() => void refresh()}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  );
}

function effectOf({ isLive, published }: MarketRequest): string {
  if (isLive && published?.isLive) return 'Stays live: adds its companies, and new matches as they appear.';
  if (isLive) return 'Becomes live: adds its companies, and new matches as they appear.';
  if (published?.isLive) return 'Becomes static: adds its companies once, and no new matches from then on.';
  return 'Static: adds its companies once.';
}

function Changes({ request }: { request: MarketRequest }) {
  const { published, proposed, added, removed, otherChanges } = request;
  if (published === null) {
    return (
      <Text size="sm" mt={4} className={classes.words}>
        {proposed}
      </Text>
    );
  }
  return (
    <>
      <ul className={classes.conditions} aria-label="Changes">
        {removed.map((condition, at) => (
          <Condition key={`removed ${at}`} sign="−" change="Removed" condition={condition} />
        ))}
        {added.map((condition, at) => (
          <Condition key={`added ${at}`} sign="+" change="Added" condition={condition} />
        ))}
        {otherChanges.map((change) => (
          <li key={change}>
            <span className={classes.sign} aria-hidden="true">
              ~
            </span>
            {change}
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt={4} className={classes.words}>
        Now: {published.criteria}
      </Text>
      <Text size="sm" className={classes.words}>
        Proposed: {proposed}
      </Text>
    </>
  );
}

function Condition(props: { sign: string; change: 'Added' | 'Removed'; condition: string }) {
  return (
    <li>
      <Text component="span" c={props.change === 'Added' ? 'green' : 'red'} className={classes.sign} aria-hidden="true">
        {props.sign}
      </Text>
      <span>
        {props.change}: {props.condition}
      </span>
    </li>
  );
}
