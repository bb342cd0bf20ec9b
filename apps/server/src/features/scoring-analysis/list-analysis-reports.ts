import type * as contracts from '@quarry/contracts';
import type { AnalysisInputs } from '@quarry/contracts';
import { desc, eq, sql } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { analysisReports } from '@quarry/postgres/tables/scoring-analysis';
import type { Verb } from '#server/platform/mount.ts';
import { jobState, toReportBase } from './report.ts';

/** Lists the account's reports, newest first. */
export const listAnalysisReports: Verb<typeof contracts.listAnalysisReports> = async (scope) => {
  const { id, name, status, error, createdAt, createdBy, inputs } = analysisReports;
  const sizeOf = (list: string) => sql<number>`jsonb_array_length(${inputs} -> ${list})`.mapWith(Number);
  const rows = await scope.read((tx) =>
    tx
      .select({
        row: { id, name, status, error, createdAt, createdBy },
        job: jobState,
        mode: sql<AnalysisInputs['mode']>`${inputs} ->> 'mode'`,
        goodDomainsCount: sizeOf('goodDomains'),
        otherDomainsCount: sizeOf('otherDomains'),
      })
      .from(analysisReports)
      .leftJoin(jobs, eq(jobs.id, analysisReports.jobId))
      .where(eq(analysisReports.clientId, scope.client.id))
      .orderBy(desc(createdAt), desc(id)),
  );
  return { items: rows.map(({ row, job, ...counts }) => ({ ...toReportBase({ row, job }), ...counts })) };
};
