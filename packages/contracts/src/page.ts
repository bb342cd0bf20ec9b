import { z } from 'zod';

/** The part of a list that a query asks for; of `limit` rows unless it says otherwise. */
export const page = (limit: number) => ({
  limit: z.coerce.number().int().min(1).max(100).default(limit),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
