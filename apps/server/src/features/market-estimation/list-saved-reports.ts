import type * as contracts from '@quarry/contracts';
import { and, asc, containsText, desc, sql } from '@quarry/postgres';
import { estimationReports } from '@quarry/postgres/tables/estimation-reports';
import type { Verb } from '#server/platform/mount.ts';
import { toSavedReport } from './saved-report.ts';
import { readUniverseRevision } from './universe-revision.ts';

const COLUMNS = {
  id: estimationReports.id,
  count: estimationReports.count,
  updatedAt: estimationReports.updatedAt,
} as const;

/** Lists the saved estimates. */
export const listSavedReports: Verb<typeof contracts.listSavedReports> = async (scope, input) => {
  const clientOf = sql<string>`coalesce(${estimationReports.config}->>'clientName', '')`;
  const isFound = and(
    containsText(estimationReports.id, input.id),
    containsText(clientOf, input.clientName),
    containsText(estimationReports.requestedByEmail, input.requestedByUserEmail),
  );
  const [order, key] = input.sorting.startsWith('-')
    ? [desc, COLUMNS[sortKey(input.sorting.slice(1))]]
    : [asc, COLUMNS[sortKey(input.sorting)]];
  return scope.read(async (tx) => {
    const rows = await tx
      .select()
      .from(estimationReports)
      .where(isFound)
      .orderBy(order(key), asc(estimationReports.id))
      .limit(input.limit)
      .offset(input.offset);
    const count = await tx.$count(estimationReports, isFound);
    const revision = await readUniverseRevision(tx);
    return { items: rows.map((row) => toSavedReport(row, revision)), count };
  });
};

const sortKey = (text: string): keyof typeof COLUMNS => (text === 'count' || text === 'id' ? text : 'updatedAt');
