import { z } from 'zod';
import { configImpact } from './client-configs.ts';
import { companyLimit } from './client-credits.ts';
import { endpoint } from './endpoint.ts';

const view = { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' } as const;
const count = z.number().int().nonnegative();

/** What a decision about a client would do at the next build, beside what that build does without it. */
const decisionImpact = configImpact
  .pick({ build: true, contactCredits: true, buildSeconds: true })
  .extend({ without: configImpact.shape.build });
export type DecisionImpact = z.infer<typeof decisionImpact>;

const marketImpact = decisionImpact.extend({
  additions: z.object({
    /** New companies that the market finds; the company limit can keep some of them out. */
    companies: count,
    /** Those of them that other sources bring in as well. */
    alsoFromOthers: count,
    /** The countries that most of them are in, by their codes. */
    countries: z.array(z.object({ country: z.string(), companies: count })),
  }),
});
export type MarketImpact = z.infer<typeof marketImpact>;

/** Computes what publishing a market's draft would do. Ends with its request. */
export const estimateMarketImpact = endpoint({
  method: 'POST',
  path: '/admin/markets/:marketId/impact',
  summary: 'What publishing a market would change',
  access: view,
  audit: false,
  params: z.object({ marketId: z.string().min(1).max(100) }),
  body: z.object({ isLive: z.boolean() }),
  output: marketImpact,
});

/** Computes what another company limit would do. Ends with its request. */
export const estimateLimitImpact = endpoint({
  method: 'POST',
  path: '/admin/limits/:client/impact',
  summary: 'What another company limit would change',
  access: view,
  audit: false,
  params: z.object({ client: z.string().min(1).max(63) }),
  body: z.object({ amount: companyLimit }),
  output: decisionImpact,
});
