import { randomUUID } from 'node:crypto';
import type * as contracts from '@quarry/contracts';
import { AppError, MAX_ANALYSIS_REPORTS } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { analysisReports } from '@quarry/postgres/tables/scoring-analysis';
import { notBuilt } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { reportCalculation } from './calculate-report.ts';
import { findReport, toReport } from './report.ts';

/** Creates a report and enqueues its calculation. Throws DATASET_NOT_BUILT, and CONFLICT for too many reports. */
export const createAnalysisReport: Verb<typeof contracts.createAnalysisReport> = async (scope, { name, inputs }) => {
  const clientId = scope.client.id;
  if (scope.client.datasetVersion === null) throw notBuilt(scope.client.name);
  return scope.change(async (tx) => {
    await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('update');
    if ((await tx.$count(analysisReports, eq(analysisReports.clientId, clientId))) >= MAX_ANALYSIS_REPORTS) {
      throw new AppError('CONFLICT', `An account can have at most ${MAX_ANALYSIS_REPORTS} reports`);
    }
    const id = randomUUID();
    const work = { reportId: id, revision: 1 };
    const jobId = await scope.jobs.enqueue(tx, reportCalculation, clientId, work, { requestedBy: scope.user.email });
    await tx.insert(analysisReports).values({ id, clientId, name, inputs, jobId, createdBy: scope.user.email });
    const stored = await findReport(tx, clientId, id);
    return { result: { item: toReport(stored) }, target: name, targetId: id, after: auditedInputs(name, inputs) };
  });
};

/** The audit row names the sizes of the lists, which may be long. */
export function auditedInputs(name: string, { mode, goodDomains, otherDomains }: contracts.AnalysisInputs) {
  return { name, mode, goodDomains: goodDomains.length, otherDomains: otherDomains.length };
}
