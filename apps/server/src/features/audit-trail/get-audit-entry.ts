import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import type { Verb } from '#server/platform/mount.ts';
import { toAuditEntry } from './audit-entry.ts';

/** Reads one change to the account. Throws NOT_FOUND. */
export const getAuditEntry: Verb<typeof contracts.getAuditEntry> = async (scope, { entryId }) => {
  const isEntry = and(eq(auditLog.clientId, scope.client.id), eq(auditLog.id, Number(entryId)));
  const [row] = await scope.read((tx) => tx.select().from(auditLog).where(isEntry));
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such change in the audit trail');
  return { entry: toAuditEntry(row) };
};
