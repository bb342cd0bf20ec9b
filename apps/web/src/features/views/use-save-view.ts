import { type CallOf, createView, updateView, type View } from '@quarry/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { useClient } from '../../lib/client-context.tsx';
import { hideNotification, notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { cacheView, viewsQuery } from './queries.ts';

/** The only toast about views: each save replaces the previous message. */
const VIEW_TOAST = 'view';

type NewView = { readonly kind: 'create' } & CallOf<typeof createView>;
type ChangedView = { readonly kind: 'update' } & CallOf<typeof updateView>;

/** Creates or changes a view and reports the result in one toast. `onSaved` also runs for a save from the toast. */
export function useSaveView(onSaved: (view: View) => void) {
  const { clientName } = useClient();
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: async (change: NewView | ChangedView) => {
      const toast = notifyLoading('Saving view…', { id: VIEW_TOAST });
      try {
        const view = await send(clientName, change);
        await cacheView(cache, clientName, view);
        notifySuccess('View saved', { id: toast });
        return view;
      } catch (error) {
        if (change.kind === 'update' && hasCode(error, 'RESOURCE_OUT_OF_SYNC')) {
          void cache.invalidateQueries({ queryKey: viewsQuery(clientName).queryKey });
          const { baseVersion: _stale, ...again } = change;
          notifyError('Someone else changed this view. Your changes are still here, but not saved.', {
            id: toast,
            action: { label: 'Save mine instead', onClick: () => save.mutate(again) },
          });
        } else if (hasCode(error, 'NAME_TAKEN')) {
          // The dialog says it beside the name.
          hideNotification(toast);
        } else {
          notifyError(messageOf(error), { id: toast, title: 'Error saving view' });
        }
        throw error;
      }
    },
    onSuccess: onSaved,
  });
  return {
    save: save.mutate,
    isSaving: save.isPending,
    isTaken: hasCode(save.error, 'NAME_TAKEN'),
    reset: save.reset,
  };
}

async function send(clientName: string, change: NewView | ChangedView): Promise<View> {
  if (change.kind === 'create') {
    const { kind: _kind, ...body } = change;
    return (await call(createView, body, { client: clientName })).view;
  }
  const { kind: _kind, ...body } = change;
  return (await call(updateView, body, { client: clientName })).view;
}
