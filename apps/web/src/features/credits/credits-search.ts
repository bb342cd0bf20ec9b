import { CREDIT_TYPES, type CreditType } from '@quarry/contracts';
import { pageOf } from '../../lib/list-search.ts';

const KINDS = ['GRANT', 'CONSUME', 'SET', 'REMOVE'] as const;
type Kind = (typeof KINDS)[number];

/** Which credit entries are shown, in the address; without values, all on the first page. */
export interface CreditsSearch {
  readonly type?: CreditType | undefined;
  readonly kind?: Kind | undefined;
  readonly page?: number | undefined;
}

export function creditsSearch(query: Record<string, unknown>): CreditsSearch {
  const type = CREDIT_TYPES.find((candidate) => candidate === query.type);
  const kind = KINDS.find((candidate) => candidate === query.kind);
  return { ...(type === undefined ? {} : { type }), ...(kind === undefined ? {} : { kind }), ...pageOf(query) };
}
