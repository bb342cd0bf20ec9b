import type { AuditEntry } from '@quarry/contracts';
import type { auditLog } from '@quarry/postgres/tables/audit';

export const toAuditEntry = (row: typeof auditLog.$inferSelect): AuditEntry => ({
  id: String(row.id),
  at: row.at.toISOString(),
  actor: row.actor,
  action: row.action,
  target: row.target,
  targetId: row.targetId,
  before: row.before,
  after: row.after,
  requestId: row.requestId,
});
