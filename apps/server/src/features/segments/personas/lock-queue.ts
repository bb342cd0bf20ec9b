import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';

/**
 * Keeps others from changing the account's personas and the order of its searches until the transaction ends. Taken
 * before the rows of segments and personas: whoever inserts rows also holds the account's.
 */
export async function lockQueue(tx: Transaction, clientId: string): Promise<void> {
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('no key update');
}

/** Takes the account's place in that order without keeping anybody out but those who change the account itself. */
export async function holdClient(tx: Transaction, clientId: string): Promise<void> {
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('key share');
}
