import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { changeClientLimit, estimateLimitImpact } from '@quarry/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { formatNumber, plural } from '../../../lib/format.ts';
import { notifySuccess } from '../../../lib/notify.ts';
import { CountInput } from '../../../ui/CountInput.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { BuildCosts } from '../../markets/BuildCosts.tsx';
import { BuildFigures } from '../BuildFigures.tsx';
import { clientConfigQuery, clientLimitsQuery } from '../queries.ts';
import { UsageChart } from './UsageChart.tsx';

const TYPING_MS = 500;

/** The most companies that sourcing may bring in, and how many the builds left. */
export function ClientLimits({ name, mayEdit }: { name: string; mayEdit: boolean }) {
  const cache = useQueryClient();
  const limits = useQuery(clientLimitsQuery(name));
  const [typed, setTyped] = useState<number | null | undefined>(undefined);
  const saving = useMutation({
    mutationFn: (amount: number | null) => call(changeClientLimit, { client: name, limitType: 'companies', amount }),
    onSuccess: (saved) => {
      cache.setQueryData(clientLimitsQuery(name).queryKey, saved);
      void cache.invalidateQueries({ queryKey: clientConfigQuery(name).queryKey, exact: true });
      setTyped(undefined);
      notifySuccess('Limit saved');
    },
  });
  if (limits.isError) return <ErrorState error={limits.error} onRetry={() => void limits.refetch()} />;
  if (limits.data === undefined) return <LoadingState label="Loading the limits" height={120} />;
  const { usageCounts, usageOverTime } = limits.data;
  const saved = limits.data.limits.companies;
  const limit = typed === undefined ? saved : typed;
  const isOver = limit !== null && limit < usageCounts.companies;
  return (
    <section aria-labelledby="limits">
      <Title order={2} id="limits" mb="xs">
        Company limit
      </Title>
      <Stack gap="sm">
        <Group align="flex-end">
          <CountInput
            label="Companies"
            description="Empty: no limit"
            disabled={!mayEdit}
            allowsZero
            max={2_147_483_647}
            value={limit}
            onChange={setTyped}
          />
          {mayEdit && typed !== undefined && typed !== saved && (
            <Button loading={saving.isPending} onClick={() => saving.mutate(typed)}>
              Save limit
            </Button>
          )}
        </Group>
        <Text size="sm">
          {formatNumber(usageCounts.companies)} companies in the dataset
          {saved === null ? '' : `, ${formatNumber(Math.max(0, saved - usageCounts.companies))} more can come`}
        </Text>
        {typed !== undefined && typed !== saved && <LimitImpact name={name} amount={limit} />}
        {isOver && (
          <Text size="sm" role="status">
            {formatNumber(usageCounts.companies - limit)} companies are over this limit. None is removed; new ones are
            withheld until there is room.
          </Text>
        )}
        {saving.isError && (
          <Text c="red" size="sm" role="alert">
            {messageOf(saving.error)}
          </Text>
        )}
        {usageOverTime.length > 1 && <UsageChart builds={usageOverTime} />}
      </Stack>
    </section>
  );
}

/** What the next build does under another limit. */
function LimitImpact({ name, amount }: { name: string; amount: number | null }) {
  const [settled] = useDebouncedValue(amount, TYPING_MS);
  const impact = useQuery({
    queryKey: [...clientLimitsQuery(name).queryKey, 'impact', settled],
    queryFn: ({ signal }) => call(estimateLimitImpact, { client: name, amount: settled }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  if (impact.isError) return <ErrorState error={impact.error} onRetry={() => void impact.refetch()} />;
  if (impact.data === undefined) return <LoadingState label="Counting what the next build does" height={60} />;
  const { build, without, contactCredits, buildSeconds } = impact.data;
  return (
    <Stack gap="xs">
      <BuildFigures label="Companies at the next build under this limit" build={build} />
      <Text size="sm">
        Under the saved limit: {plural(without.entering, 'company enters', 'companies enter')},{' '}
        {formatNumber(without.withheld)} withheld.
      </Text>
      <BuildCosts contactCredits={contactCredits} buildSeconds={buildSeconds} />
    </Stack>
  );
}
