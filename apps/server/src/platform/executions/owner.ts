import { type Database, eq, isNull, type Transaction } from '@quarry/postgres';
import { executions } from '@quarry/postgres/tables/executions';

/** The account that an execution belongs to; null for staff's, which belong to none. */
export type ExecutionOwner = string | null;

export const isOwnedBy = (owner: ExecutionOwner) =>
  owner === null ? isNull(executions.clientId) : eq(executions.clientId, owner);

/** Runs a transaction that sees the owner's executions. */
export function asOwner<T>(
  db: Database,
  owner: ExecutionOwner,
  work: (tx: Transaction) => Promise<T>,
  options?: { readonly readOnly?: boolean },
): Promise<T> {
  return owner === null ? db.asSystem(work, options) : db.asClient(owner, work, options);
}
