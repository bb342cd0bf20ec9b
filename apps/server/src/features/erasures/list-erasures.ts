import type * as contracts from '@quarry/contracts';
import type { Erasure } from '@quarry/contracts';
import { and, desc, eq, inArray, type Transaction } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { jobView } from '#server/platform/jobs/job-view.ts';
import type { Verb } from '#server/platform/mount.ts';
import { ERASURE_COMPLETED, erasureResult, openCrmRecords } from './person-erasure.ts';

const REQUESTED = 'person.erasure-requested';
const requested = z.object({ note: z.string() });

/** Lists the requested deletions, newest first. The audit trail keeps them for good, their jobs only for a time. */
export const listErasures: Verb<typeof contracts.listErasures> = async (scope, { limit, offset }) =>
  scope.read(async (tx) => {
    const isRequest = eq(auditLog.action, REQUESTED);
    const rows = await tx
      .select({ request: auditLog, job: jobs })
      .from(auditLog)
      .leftJoin(jobs, eq(jobs.id, auditLog.targetId))
      .where(isRequest)
      .orderBy(desc(auditLog.id))
      .limit(limit)
      .offset(offset);
    const results = await readResults(
      tx,
      rows.flatMap(({ request }) => request.targetId ?? []),
    );
    const items = rows.map(({ request, job }): Erasure => {
      const jobId = request.targetId ?? '';
      return {
        jobId,
        requestedAt: request.at.toISOString(),
        requestedBy: request.actor,
        note: requested.parse(request.after).note,
        job: job === null ? null : jobView(job),
        result: results.get(jobId) ?? null,
        crmRecords: job === null ? [] : openCrmRecords(scope, job.input),
      };
    });
    return { items, count: await tx.$count(auditLog, isRequest) };
  });

async function readResults(tx: Transaction, jobIds: readonly string[]): Promise<Map<string, Erasure['result']>> {
  const rows = await tx
    .select({ jobId: auditLog.targetId, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.action, ERASURE_COMPLETED), inArray(auditLog.targetId, [...jobIds])));
  return new Map(rows.map(({ jobId, after }) => [jobId ?? '', erasureResult.parse(after)]));
}
