import type * as contracts from '@quarry/contracts';
import { inArray } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { z } from 'zod';
import { jobView } from '#server/platform/jobs/job-view.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { mayCancel } from './may-cancel.ts';

const exportInput = z.object({ exportId: z.string() });

/** Lists the account's open jobs and those that ended in the last hour, newest first. */
export const listJobs: Verb<typeof contracts.listJobs> = async (scope) => {
  const { client, jobs, permissions, user } = scope;
  const rows = await jobs.list(client.id);
  const exportIdOf = (row: (typeof rows)[number]) => {
    const mayOpen = row.requestedBy === user.email || permissions.includes('ADMIN');
    return (mayOpen ? exportInput.safeParse(row.input).data?.exportId : undefined) ?? null;
  };
  const names = await exportNames(
    scope,
    rows.flatMap((row) => exportIdOf(row) ?? []),
  );
  return {
    jobs: rows.map((row) => {
      const isOwn = row.requestedBy === user.email;
      const exportId = exportIdOf(row);
      const isRunning = row.status === 'WAITING' || row.status === 'PROCESSING';
      const canCancel = isRunning && row.cancelRequestedAt === null && mayCancel(scope, row) === 'YES';
      return { ...jobView(row), isOwn, canCancel, exportId, subject: names.get(exportId ?? '') ?? null };
    }),
  };
};

/** The names of exports by id, of those that have one. */
async function exportNames(scope: ClientScope, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.read((tx) =>
    tx
      .select({ id: csvExports.id, name: csvExports.exportName })
      .from(csvExports)
      .where(inArray(csvExports.id, [...ids])),
  );
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}
