import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { createTag } from './create-tag.ts';
import { deleteTag } from './delete-tag.ts';
import { listTags } from './list-tags.ts';
import { updateTag } from './update-tag.ts';

export const tagDoors: readonly Door[] = [
  door(contracts.listTags, listTags),
  door(contracts.createTag, createTag),
  door(contracts.updateTag, updateTag),
  door(contracts.deleteTag, deleteTag),
];
