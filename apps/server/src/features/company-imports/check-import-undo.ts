import type * as contracts from '@quarry/contracts';
import { changesOf } from '#server/features/universe/import/undo-import.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readImport } from './company-import.ts';
import { findUndoObstacles } from './undo-obstacles.ts';

/** Tells what an undo would do, and what stands in its way. */
export const checkImportUndo: Verb<typeof contracts.checkImportUndo> = async (scope, { importId }) => {
  const found = await scope.read((tx) => readImport(tx, importId));
  const { row } = found;
  const { signal } = scope.request;
  const obstacles = await findUndoObstacles(scope, found, signal);
  return { ...(await changesOf(scope.warehouse, row.run, signal)), obstacles };
};
