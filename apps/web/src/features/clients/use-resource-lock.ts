import {
  acquireResourceLock,
  getResourceLock,
  LOCK_POLL_MS,
  LOCK_RENEW_MS,
  type ResourceLock,
  releaseResourceLock,
} from '@quarry/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { send } from '../../lib/send.ts';
import { sessionHeaders } from '../../lib/session.ts';

/** The lock of an object that one person edits at a time. */
export interface HeldLock {
  /** Who holds it; null if it is free. */
  readonly lock: ResourceLock | null;
  /** This page held the lock, and lost it. */
  readonly isLost: boolean;
  /** Throws ApiError RESOURCE_LOCKED if another person holds it. */
  readonly acquire: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** Polls a lock, renews it while this page holds it, and releases it when the page is left. */
export function useResourceLock(object: Pick<ResourceLock, 'type' | 'id'>): HeldLock {
  const { type, id } = object;
  const cache = useQueryClient();
  const queryKey = ['resource-lock', type, id];
  const [heldSince, setHeldSince] = useState<number | null>(null);
  const isHeld = useRef(false);
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(getResourceLock, { type, id }, { signal })).lock,
    refetchInterval: LOCK_POLL_MS,
  });

  async function acquire() {
    const { lock } = await call(acquireResourceLock, { type, id });
    // An answer from before would say that the lock is lost.
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, lock);
    isHeld.current = true;
    setHeldSince(Date.now());
  }
  async function release() {
    isHeld.current = false;
    setHeldSince(null);
    await call(releaseResourceLock, { type, id });
    await cache.invalidateQueries({ queryKey });
  }

  const isMine = data?.isMine === true;
  const renew = useEffectEvent(() => {
    if (heldSince === null || !isMine || Date.now() - heldSince < LOCK_RENEW_MS) return;
    // A failed renewal is tried again with the next poll; the lock lasts five minutes more.
    acquire().catch(() => undefined);
  });
  useEffect(() => {
    const timer = setInterval(renew, LOCK_POLL_MS);
    return () => clearInterval(timer);
  }, []);
  const leave = useEffectEvent(() => {
    // Whoever took the lock over keeps it.
    if (!isHeld.current || !isMine) return;
    isHeld.current = false;
    // Outlives a closed tab. Nobody is left to be told of a failure; a lock that is not released ends by itself.
    send(releaseResourceLock, { type, id }, { headers: sessionHeaders(), keepalive: true }).catch(() => undefined);
  });
  useEffect(() => {
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return { lock: data ?? null, isLost: heldSince !== null && data !== undefined && !isMine, acquire, release };
}
