import type * as contracts from '@quarry/contracts';
import { and, desc, eq, gte, lt, or, sql } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import type { Verb } from '#server/platform/mount.ts';
import { toAuditEntry } from './audit-entry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const contains = (column: typeof auditLog.actor | typeof auditLog.target, part: string) =>
  part === '' ? undefined : sql`strpos(lower(${column}), lower(${part})) > 0`;
/** Midnight UTC at the start of a day. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Lists the changes to the account, newest first. */
export const listAuditTrail: Verb<typeof contracts.listAuditTrail> = async (scope, input) => {
  const ofClient = eq(auditLog.clientId, scope.client.id);
  const { actor, action, target, from, to, limit, offset } = input;
  const filter = and(
    ofClient,
    contains(auditLog.actor, actor),
    target === '' ? undefined : or(contains(auditLog.target, target), eq(auditLog.targetId, target)),
    action === '' ? undefined : eq(auditLog.action, action),
    from === undefined ? undefined : gte(auditLog.at, startOf(from)),
    to === undefined ? undefined : lt(auditLog.at, new Date(startOf(to).getTime() + DAY_MS)),
  );
  return scope.read(async (tx) => {
    const rows = await tx
      .select()
      .from(auditLog)
      .where(filter)
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(limit)
      .offset(offset);
    const actions = await tx
      .selectDistinct({ action: auditLog.action })
      .from(auditLog)
      .where(ofClient)
      .orderBy(auditLog.action);
    return {
      items: rows.map(toAuditEntry),
      count: await tx.$count(auditLog, filter),
      actions: actions.map((row) => row.action),
    };
  });
};
