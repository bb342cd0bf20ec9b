import type { View } from '@quarry/contracts';
import { messageOf } from '../../lib/api-error.ts';
import { notifyError } from '../../lib/notify.ts';
import { useUserSettings } from '../../lib/user-settings.ts';
import { withMoved } from './view-order.ts';

/** Returns a function that moves a view among the person's tabs. */
export function useMoveView(views: readonly View[]): (id: string, to: number) => void {
  const { update } = useUserSettings();
  return (id, to) => {
    const ids = views.map((view) => view.id);
    const moved = withMoved(ids, id, to);
    if (moved.every((each, at) => each === ids[at])) return;
    update({ viewOrder: [...moved] }).catch((error: unknown) => notifyError(messageOf(error)));
  };
}
