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
      // What the market just added, and its name, may be newer than the account that this page knows.
      onClick={() => void cache.invalidateQueries(clientQuery(clientName))}
    >
      {props.children}
    </TextLink>
  );
}
