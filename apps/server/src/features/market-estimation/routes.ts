import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { checkDataBlockCache } from './check-data-block-cache.ts';
import { compareReport } from './compare-report.ts';
import { deleteSavedReport } from './delete-saved-report.ts';
import { downloadStaffExport } from './download-staff-export.ts';
import { freezeReport } from './freeze-report.ts';
import { generateEstimationSql } from './generate-estimation-sql.ts';
import { getMarketEstimation } from './get-market-estimation.ts';
import { listSavedReports } from './list-saved-reports.ts';
import { listStaffExports } from './list-staff-exports.ts';
import { previewDataBlockCache } from './preview-data-block-cache.ts';
import { readReportComparison } from './read-report-comparison.ts';
import { saveReport } from './save-report.ts';
import { startMarketEstimation } from './start-market-estimation.ts';
import { triggerDataBlockCache } from './trigger-data-block-cache.ts';

/** How many companies of the universe match criteria, for staff. */
export const marketEstimationDoors: readonly Door[] = [
  door(contracts.checkDataBlockCache, checkDataBlockCache),
  door(contracts.triggerDataBlockCache, triggerDataBlockCache),
  door(contracts.previewDataBlockCache, previewDataBlockCache),
  door(contracts.startMarketEstimation, startMarketEstimation),
  door(contracts.getMarketEstimation, getMarketEstimation),
  door(contracts.generateEstimationSql, generateEstimationSql),
  door(contracts.listSavedReports, listSavedReports),
  door(contracts.saveReport, saveReport),
  door(contracts.deleteSavedReport, deleteSavedReport),
  door(contracts.freezeReport, freezeReport),
  door(contracts.compareReport, compareReport),
  door(contracts.readReportComparison, readReportComparison),
  door(contracts.listStaffExports, listStaffExports),
  door(contracts.downloadStaffExport, downloadStaffExport),
];
