import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { createView } from './create-view.ts';
import { deleteView } from './delete-view.ts';
import { listViews } from './list-views.ts';
import { updateView } from './update-view.ts';

export const viewDoors: readonly Door[] = [
  door(contracts.listViews, listViews),
  door(contracts.createView, createView),
  door(contracts.updateView, updateView),
  door(contracts.deleteView, deleteView),
];
