import { randomUUID } from 'node:crypto';
import type { AnalysisExportConfig, AnalysisReport } from '@quarry/contracts';
import { z } from 'zod';
import { readProcessedReport } from '#server/features/scoring-analysis/processed-report.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { csvHeader, csvRow } from './csv-header.ts';
import type { ExportPart, ExportRow } from './export.ts';

/** The rows of a report's export, as they were when it was requested. */
const frozenFindings = z.object({ rows: z.array(z.array(z.union([z.string(), z.number()]))) });
export type FrozenFindings = z.infer<typeof frozenFindings>;

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
): Promise<FrozenFindings> {
  const { results } = await scope.read((tx) => readProcessedReport(tx, scope.client.id, scoringAnalysisReportId));
  return { rows: rowsOf(results) };
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

/** Writes the file under a unique name, so that a run that was taken over cannot overwrite it. */
export async function makeFindingsPart(
  { files }: Pick<JobContext, 'files'>,
  { snapshot }: Pick<ExportRow, 'snapshot'>,
  folder: string,
): Promise<ExportPart> {
  const { rows } = frozenFindings.parse(snapshot);
  const head = csvHeader(
    HEADERS.map((header) => ({ header })),
    true,
  );
  const text = `${head}${rows.map(csvRow).join('')}`;
  const key = `${folder}/${randomUUID()}.csv`;
  await files.put(key, text);
  return { section: null, key, rows: rows.length, bytes: Buffer.byteLength(text) };
}
