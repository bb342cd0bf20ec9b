import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const access = { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' } as const;

export const LOCK_POLL_MS = 1_500;
/** The holder renews a lock at this age. */
export const LOCK_RENEW_MS = 25 * 60_000;
/** A lock of this age is free. */
export const LOCK_EXPIRES_MS = 30 * 60_000;

/** What people edit under a lock; `id` is a client's name. */
export const LOCKED_RESOURCES = ['client-config'] as const;

const params = z.object({ type: z.enum(LOCKED_RESOURCES), id: z.string().min(1).max(200) });

/** Somebody edits the object. */
export const resourceLock = z.object({
  type: z.enum(LOCKED_RESOURCES),
  id: z.string(),
  heldBy: z.string(),
  isMine: z.boolean(),
  acquiredAt: z.string(),
  renewedAt: z.string(),
});
export type ResourceLock = z.infer<typeof resourceLock>;

/** Answers null if the object is free. */
export const getResourceLock = endpoint({
  method: 'GET',
  path: '/app/resource-locks/:type/:id',
  summary: 'Who edits an object',
  access,
  audit: false,
  params,
  output: z.object({ lock: resourceLock.nullable() }),
});

/** Acquires a free lock, or renews the caller's own. Throws RESOURCE_LOCKED, with the lock, if another person holds it. */
export const acquireResourceLock = endpoint({
  method: 'POST',
  path: '/app/resource-locks/:type/:id',
  summary: 'Acquire or renew the lock of an object',
  access,
  audit: false,
  params,
  output: z.object({ lock: resourceLock }),
});

/** Releases the lock, also that of another person, who then cannot save. */
export const releaseResourceLock = endpoint({
  method: 'DELETE',
  path: '/app/resource-locks/:type/:id',
  summary: 'Release the lock of an object',
  access,
  audit: 'resource-lock.released',
  params,
  output: z.object({ lock: z.null() }),
});
