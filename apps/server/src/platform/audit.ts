import type { Transaction } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';

/** One entry of the audit trail. */
export interface AuditEntry {
  readonly clientId: string | null;
  readonly actorUserId: string | null;
  readonly actor: string;
  readonly action: string;
  /** What it was done to, by the name that it has now. */
  readonly target: string;
  /** Its id, where names change or come back. */
  readonly targetId?: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
}

const SECRET_KEY = /password|secret|token|credential|authorization|api_?key/i;

/** Replaces the values of secret-looking keys, at any depth, so that the trail never keeps them. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, SECRET_KEY.test(key) ? '***' : maskSecrets(inner)]),
  );
}

/** Leaves an audit row in the transaction of the change itself. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, before: maskSecrets(entry.before), after: maskSecrets(entry.after) });
}
