import { AppError, MAX_OWN_VIEWS, MAX_SHARED_VIEWS } from '@quarry/contracts';
import type { ViewRow } from './view.ts';

/** Throws CONFLICT if the caller, or the account for a shared view, has as many views as they can. */
export function assertRoom(all: readonly ViewRow[], isShared: boolean): void {
  const used = all.filter((view) => view.isShared === isShared).length;
  if (isShared && used >= MAX_SHARED_VIEWS) {
    throw new AppError('CONFLICT', `An account can have at most ${MAX_SHARED_VIEWS} shared views`);
  }
  if (!isShared && used >= MAX_OWN_VIEWS) {
    throw new AppError('CONFLICT', `You can have at most ${MAX_OWN_VIEWS} views of your own`);
  }
}
