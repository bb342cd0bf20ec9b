import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';

/** Keeps other searches of the account from being queued or begun until the transaction ends. */
export async function lockQueue(tx: Transaction, clientId: string): Promise<void> {
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('no key update');
}
