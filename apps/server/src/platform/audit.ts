import type { Transaction } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';

export interface AuditEntry {
  readonly clientId: string | null;
  readonly actorUserId: string | null;
  readonly actor: string;
  readonly action: string;
  /** Current name of the changed object. */
  readonly target: string;
  /** Its id, if names can change or be reused. */
  readonly targetId?: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
}

const SECRET_KEY = /password|secret|token|credential|authorization|api_?key/i;

/** Masks the values of secret-looking keys at any depth. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, SECRET_KEY.test(key) ? '***' : maskSecrets(inner)]),
  );
}

/** Writes the audit row in the transaction of the change. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, before: maskSecrets(entry.before), after: maskSecrets(entry.after) });
}
