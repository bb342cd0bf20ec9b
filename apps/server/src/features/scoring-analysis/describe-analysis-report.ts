import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { describeFindings } from './describe-findings.ts';
import { readProcessedReport } from './processed-report.ts';

/** Tells a report's main findings in words. Throws NOT_FOUND, and CONFLICT without results. */
export const describeAnalysisReport: Verb<typeof contracts.describeAnalysisReport> = async (scope, input) => {
  const { results, inputs } = await scope.read((tx) =>
    readProcessedReport(tx, scope.client.id, input.scoringAnalysisReportId),
  );
  return { summary: describeFindings(results, inputs.mode) };
};
