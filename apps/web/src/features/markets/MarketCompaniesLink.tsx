import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { clientQuery } from '../../lib/client-context.tsx';
import { TextLink } from '../../ui/links.tsx';
import { marketCompaniesHash } from './companies-link.ts';

/** Opens the companies that a market added in the explorer. */
export function MarketCompaniesLink(props: {
  clientName: string;
  marketId: string;
  label: string;
  children: ReactNode;
}) {
  const { clientName, marketId } = props;
  const cache = useQueryClient();
  return (
    <TextLink
      to="/app/$clientName"
      params={{ clientName }}
      search={{}}
      hash={marketCompaniesHash(marketId)}
      size="sm"
      aria-label={props.label}
      // The account in the cache may be older than the market's name and the companies it has just added.
      onClick={() => void cache.invalidateQueries(clientQuery(clientName))}
    >
      {props.children}
    </TextLink>
  );
}
