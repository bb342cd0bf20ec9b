import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { findReport, toReport } from './report.ts';

/** Reads one report with its results. Throws NOT_FOUND. */
export const getAnalysisReport: Verb<typeof contracts.getAnalysisReport> = async (scope, input) => ({
  item: toReport(await scope.read((tx) => findReport(tx, scope.client.id, input.scoringAnalysisReportId))),
});
