import { createTag, deleteTag, listTags, updateTag } from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { addTag } from './create-tag.ts';
import { removeTag } from './delete-tag.ts';
import { showTags } from './list-tags.ts';
import { saveTag } from './update-tag.ts';

/** Tags: the list, saving, deleting. */
export const tagDoors: readonly Door[] = [
  door(listTags, showTags),
  door(createTag, addTag),
  door(updateTag, saveTag),
  door(deleteTag, removeTag),
];
