import { Group } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { NoMatches } from '../../ui/NoMatches.tsx';
import { DOCS } from '../help/docs-links.ts';
import { MARKET_TEMPLATES } from './market-templates.ts';

/** The empty list: no market matches the search, or there are none yet. */
export function NoMarkets(props: { clientName: string; search: string; onClear: () => void }) {
  if (props.search !== '') return <NoMatches noun="markets" onClear={props.onClear} />;
  return (
    <EmptyState
      title="You haven't defined any markets"
      icon={<IconTargetArrow size={28} aria-hidden="true" />}
      docs={{ href: DOCS.markets.href, label: 'How markets work' }}
      action={
        <ButtonLink
          to="/app/$clientName/markets/explore/$marketId"
          params={{ clientName: props.clientName, marketId: 'new' }}
        >
          Create your first market
        </ButtonLink>
      }
    >
      A market says which companies you want, before they are in your dataset. Once published, it brings them in.
      <Group gap="xs" mt="md" justify="center" aria-label="Start from" role="group">
        {MARKET_TEMPLATES.map(({ id, name }) => (
          <ButtonLink
            key={id}
            size="compact-sm"
            variant="default"
            to="/app/$clientName/markets/explore/$marketId"
            params={{ clientName: props.clientName, marketId: 'new' }}
            search={{ template: id }}
          >
            {name}
          </ButtonLink>
        ))}
      </Group>
    </EmptyState>
  );
}
