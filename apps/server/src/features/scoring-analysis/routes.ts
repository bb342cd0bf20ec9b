import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { createAnalysisReport } from './create-analysis-report.ts';
import { deleteAnalysisReport } from './delete-analysis-report.ts';
import { describeAnalysisReport } from './describe-analysis-report.ts';
import { getAnalysisReport } from './get-analysis-report.ts';
import { listAnalysisReports } from './list-analysis-reports.ts';
import { updateAnalysisReport } from './update-analysis-report.ts';

export const scoringAnalysisDoors: readonly Door[] = [
  door(contracts.listAnalysisReports, listAnalysisReports),
  door(contracts.getAnalysisReport, getAnalysisReport),
  door(contracts.createAnalysisReport, createAnalysisReport),
  door(contracts.updateAnalysisReport, updateAnalysisReport),
  door(contracts.deleteAnalysisReport, deleteAnalysisReport),
  door(contracts.describeAnalysisReport, describeAnalysisReport),
];
