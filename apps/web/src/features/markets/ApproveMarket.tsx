import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { estimateMarketImpact, type MarketImpact } from '@quarry/contracts';
import { COUNTRY_NAMES } from '@quarry/filters';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { BuildCosts } from './BuildCosts.tsx';

/** Shows what a market would add before it is published. */
export default function ApproveMarket(props: {
  market: { readonly id: string; readonly name: string; readonly draftVersion: number };
  isLive: boolean;
  isBusy: boolean;
  onApprove: () => void;
  onClose: () => void;
}) {
  useReturnFocus();
  const { market, isLive } = props;
  const impact = useQuery({
    queryKey: ['market-impact', market.id, market.draftVersion, isLive],
    queryFn: ({ signal }) => call(estimateMarketImpact, { marketId: market.id, isLive }, { signal }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal opened onClose={props.onClose} title="Approve market" size="lg" centered>
      <Stack gap="sm">
        <Text size="sm">
          What the next build does if “{market.name}” is published{isLive ? ' as live' : ' as static'}:
        </Text>
        {impact.isPending && <LoadingState label="Counting what the market adds" height={120} />}
        {impact.isError && <ErrorState error={impact.error} onRetry={() => void impact.refetch()} />}
        {impact.data && <Effect impact={impact.data} />}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          Cancel
        </Button>
        <Button loading={props.isBusy} onClick={props.onApprove}>
          Approve
        </Button>
      </Group>
    </Modal>
  );
}

function Effect({ impact }: { impact: MarketImpact }) {
  const { build, without, additions, contactCredits, buildSeconds } = impact;
  const { companies, alsoFromOthers, countries } = additions;
  return (
    <Stack gap="sm">
      <Figures label="Companies at the next build">
        <Figure label="New in this market">{formatNumber(companies)}</Figure>
        <Figure label="Companies enter">{formatNumber(build.entering)}</Figure>
        <Figure label="Companies afterwards">{formatNumber(build.companies)}</Figure>
        <Figure label="Withheld by the limit">{formatNumber(build.withheld)}</Figure>
      </Figures>
      <Text size="sm">
        Without it, {plural(without.entering, 'company enters', 'companies enter')}
        {alsoFromOthers > 0 &&
          `; ${plural(alsoFromOthers, 'company of this market comes', 'companies of this market come')} from other sources anyway`}
        .
      </Text>
      {countries.length > 0 && (
        <Text size="sm">
          <b>Most are in:</b>{' '}
          {countries
            .map(({ country, companies: count }) => `${COUNTRY_NAMES[country] ?? country} (${formatNumber(count)})`)
            .join(', ')}
        </Text>
      )}
      <BuildCosts contactCredits={contactCredits} buildSeconds={buildSeconds} />
    </Stack>
  );
}
