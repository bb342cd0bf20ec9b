import { z } from 'zod';
import { client } from './client.ts';
import { CREDIT_ENTRIES_PAGE_SIZE, creditEntry } from './credits.ts';
import { endpoint } from './endpoint.ts';
import { CREDIT_TYPES } from './permissions.ts';

const view = { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' } as const;
const edit = { kind: 'staff', permission: 'EDIT_ACCOUNTS' } as const;
const params = z.object({ client: z.string().min(1).max(63) });
const amount = z.number().int().min(0).max(1_000_000_000);

export const CREDIT_ACTIONS = ['add', 'remove', 'set'] as const;
export type CreditAction = (typeof CREDIT_ACTIONS)[number];
export const CREDIT_REASON_MAX = 500;

const creditBalances = client.shape.creditBalances;

/** The balances of a client and its credit entries, newest first. */
export const getClientCredits = endpoint({
  method: 'GET',
  path: '/admin/credits/:client',
  summary: 'The credits of a client',
  access: view,
  audit: false,
  params,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(CREDIT_ENTRIES_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  }),
  output: z.object({ creditBalances, entries: z.array(creditEntry), count: z.number().int() }),
});

/**
 * Adds to a balance, removes from it, or sets it; set without an amount, the client needs no such credits. Throws
 * VALIDATION_FAILED if the balance would fall below zero.
 */
export const changeClientCredits = endpoint({
  method: 'POST',
  path: '/admin/credits/:client',
  summary: 'Change the credits of a client',
  access: edit,
  audit: 'client.credits-changed',
  params,
  body: z.object({
    amount: amount.nullable().default(null),
    action: z.enum(CREDIT_ACTIONS),
    creditType: z.enum(CREDIT_TYPES),
    /** Default: the action. */
    reason: z.string().trim().max(CREDIT_REASON_MAX).optional(),
  }),
  output: z.object({ creditBalances }),
});

/** Null is no limit. */
export const companyLimit = z.number().int().min(0).max(2_147_483_647).nullable();

const clientLimits = z.object({
  limits: z.object({ companies: companyLimit }),
  usageCounts: z.object({ companies: z.number().int() }),
  /** The companies of the dataset after each build that is still known, oldest first. */
  usageOverTime: z.array(
    z.object({ at: z.string(), companies: z.number().int(), withheld: z.number().int().nullable() }),
  ),
});

export const getClientLimits = endpoint({
  method: 'GET',
  path: '/admin/limits/:client',
  summary: 'The limits of a client and their usage',
  access: view,
  audit: false,
  params,
  output: clientLimits,
});

/** Sets a limit; null is none. Lowering it removes no company. */
export const changeClientLimit = endpoint({
  method: 'POST',
  path: '/admin/limits/:client',
  summary: 'Change a limit of a client',
  access: edit,
  audit: 'client.limit-changed',
  params,
  body: z.object({ amount: companyLimit, limitType: z.enum(['companies']) }),
  output: clientLimits,
});
