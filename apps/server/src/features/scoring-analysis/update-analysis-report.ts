import { isDeepStrictEqual } from 'node:util';
import type * as contracts from '@quarry/contracts';
import { analysisReports } from '@quarry/postgres/tables/scoring-analysis';
import type { Verb } from '#server/platform/mount.ts';
import { reportCalculation } from './calculate-report.ts';
import { auditedInputs } from './create-analysis-report.ts';
import { findReport, inputsOf, lockReport, reportOf, statusOf, toReport } from './report.ts';

/**
 * Saves a report's name and inputs. Calculates it again if the inputs changed or the last calculation failed; one that
 * still runs is superseded. Throws NOT_FOUND.
 */
export const updateAnalysisReport: Verb<typeof contracts.updateAnalysisReport> = async (
  scope,
  { scoringAnalysisReportId: id, name, inputs },
) => {
  const clientId = scope.client.id;
  return scope.change(async (tx) => {
    const stored = await lockReport(tx, clientId, id);
    const before = inputsOf(stored.row);
    const isDue = statusOf(stored) === 'Error' || !isDeepStrictEqual(before, inputs);
    const revision = stored.row.revision + 1;
    const calculation = isDue
      ? {
          inputs,
          revision,
          status: 'Calculating' as const,
          results: null,
          error: null,
          calculatedAt: null,
          jobId: await scope.jobs.enqueue(
            tx,
            reportCalculation,
            clientId,
            { reportId: id, revision },
            {
              requestedBy: scope.user.email,
            },
          ),
        }
      : {};
    await tx
      .update(analysisReports)
      .set({ name, ...calculation })
      .where(reportOf(clientId, id));
    return {
      result: { item: toReport(await findReport(tx, clientId, id)) },
      target: name,
      targetId: id,
      before: auditedInputs(stored.row.name, before),
      after: auditedInputs(name, inputs),
    };
  });
};
