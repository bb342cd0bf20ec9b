import { createTag, type Tag, updateTag } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, messageOf } from '../../lib/api.ts';
import { hasCode } from '../../lib/api-error.ts';
import { notifyError, notifyLoading, notifySuccess } from '../../lib/notify.ts';
import { ruleProblemsOf } from '../../lib/rule-problems.ts';
import { cacheTag } from './queries.ts';

/** A new tag (null id), or the changed name or filters of an existing one. */
export type TagChange =
  | { readonly tagId: null; readonly name: string; readonly filters: FilterGroup }
  | { readonly tagId: string; readonly name?: string; readonly filters?: FilterGroup };

/** Saves a tag and reports the result in one toast. */
export function useSaveTag(clientName: string, options: { linksToList: boolean; onSaved: (tag: Tag) => void }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: async (change: TagChange) => {
      const toast = notifyLoading('Saving tag...');
      try {
        const tag = await send(clientName, change);
        await cacheTag(cache, clientName, tag);
        const toList = () => void navigate({ to: '/app/$clientName/tags', params: { clientName } });
        notifySuccess('Tag saved', {
          id: toast,
          ...(options.linksToList ? { action: { label: 'View tags', onClick: toList } } : {}),
        });
        return tag;
      } catch (error) {
        notifyError(`Failed: ${errorText(error)}`, { id: toast });
        throw error;
      }
    },
  });
  const isTaken = hasCode(save.error, 'NAME_TAKEN');
  return {
    // If the dialog is closed before the answer comes, only the toast reports it.
    save: (change: TagChange) => save.mutate(change, { onSuccess: options.onSaved }),
    isSaving: save.isPending,
    isTaken,
    reset: save.reset,
  };
}

async function send(clientName: string, change: TagChange): Promise<Tag> {
  if (change.tagId === null) {
    const { name, filters } = change;
    return (await call(createTag, { name, filters }, { client: clientName })).talkTrack;
  }
  const { tagId, ...body } = change;
  return (await call(updateTag, { id: tagId, ...body }, { client: clientName })).talkTrack;
}

/** The error's message, followed by the reasons of broken rules, if any. */
function errorText(error: unknown): string {
  const reasons = [...new Set(ruleProblemsOf(error).map(({ reason }) => reason))];
  return [messageOf(error), ...reasons].join(': ');
}
