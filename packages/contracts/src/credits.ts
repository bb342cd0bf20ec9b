import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CREDIT_TYPES } from './permissions.ts';

export const CREDIT_ENTRIES_PAGE_SIZE = 50;

/** A change of a balance. */
export const creditEntry = z.object({
  id: z.string(),
  creditType: z.enum(CREDIT_TYPES),
  /** Signed. */
  amount: z.number().int(),
  kind: z.enum(['GRANT', 'CONSUME', 'SET', 'REMOVE']),
  /** An e-mail address, or the name of a job. */
  actor: z.string(),
  /**
   * Why, or for what: a reason, or the segment, persona, company and person of a charge, with the names of persona and
   * person while the account has them.
   */
  reference: z.record(z.string(), z.unknown()),
  /** Null after the type was turned off. */
  balanceAfter: z.number().int().nullable(),
  createdAt: z.string(),
});
export type CreditEntry = z.infer<typeof creditEntry>;

/** The account's credit entries, newest first. */
export const listCreditEntries = endpoint({
  method: 'GET',
  path: '/app/credits/entries',
  summary: 'The credit entries of the account',
  access: { kind: 'client', permission: 'ADMIN' },
  audit: false,
  isCompressed: true,
  query: z.object({
    creditType: z.enum(CREDIT_TYPES).optional(),
    kind: z.enum(['GRANT', 'CONSUME', 'SET', 'REMOVE']).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(CREDIT_ENTRIES_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  }),
  output: z.object({ entries: z.array(creditEntry), count: z.number().int() }),
});
