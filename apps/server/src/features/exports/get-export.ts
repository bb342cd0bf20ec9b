import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { findExport, toExportItem } from './export.ts';

/** Reads one export with its progress. Throws NOT_FOUND. */
export const getExport: Verb<typeof contracts.getExport> = async (scope, { id }) => ({
  export: toExportItem(await scope.read((tx) => findExport(scope, tx, id))),
});
