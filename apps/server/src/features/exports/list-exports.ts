import type * as contracts from '@quarry/contracts';
import { type ExportItem, isDatasetExport } from '@quarry/contracts';
import { desc } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import type { Verb } from '#server/platform/mount.ts';
import { type StoredExport, selectExports, toExportItem, visibleTo } from './export.ts';

/** Lists the caller's exports, or for ADMIN all of the account, newest first. */
export const listExports: Verb<typeof contracts.listExports> = async (scope, { limit, offset }) =>
  scope.read(async (tx) => {
    const isVisible = visibleTo(scope);
    const found = await selectExports(tx)
      .where(isVisible)
      .orderBy(desc(csvExports.createdAt), desc(csvExports.id))
      .limit(limit)
      .offset(offset);
    return { items: found.map(listedExport), count: await tx.$count(csvExports, isVisible) };
  });

/** Without the ids of chosen companies, which would make a polled list large. */
function listedExport(stored: StoredExport): ExportItem {
  const item = toExportItem(stored);
  if (!isDatasetExport(item)) return item;
  return { ...item, exportConfig: { ...item.exportConfig, companyIds: null } };
}
