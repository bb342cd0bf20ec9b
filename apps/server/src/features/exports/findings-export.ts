import type { AnalysisExportConfig, AnalysisReport } from '@quarry/contracts';
import { readProcessedReport } from '#server/features/scoring-analysis/processed-report.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import type { ListedRows } from './listed-rows.ts';

/** The first line of a report's export. */
const HEADERS = [
  'Data point',
  'Value',
  'Targets with the value',
  'Others with the value',
  'Share of targets (%)',
  'Share of others (%)',
  'Impact',
  'Score',
  'Confidence (%)',
  'Significant',
  'Suggested rule',
];

/** Reads all findings of a report, in its order. Throws NOT_FOUND, and CONFLICT without results. */
export async function freezeFindings(
  scope: Pick<ClientScope, 'client' | 'read'>,
  { scoringAnalysisReportId }: AnalysisExportConfig,
): Promise<ListedRows> {
  const { results } = await scope.read((tx) => readProcessedReport(tx, scope.client.id, scoringAnalysisReportId));
  return { headers: HEADERS, rows: rowsOf(results) };
}

function rowsOf({ scores }: NonNullable<AnalysisReport['results']>): (string | number)[][] {
  return scores.flatMap(({ displayName, findings }) =>
    findings.map((finding) => [
      displayName,
      finding.value,
      finding.goodCount,
      finding.badCount,
      percent(finding.goodPercentage),
      percent(finding.badPercentage),
      rounded(finding.impact, 4),
      rounded(finding.score, 2),
      percent(finding.confidence),
      finding.isSignificant ? 'Yes' : 'No',
      finding.isOnByDefault ? 'Yes' : 'No',
    ]),
  );
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
const percent = (share: number) => rounded(share * 100, 2);
