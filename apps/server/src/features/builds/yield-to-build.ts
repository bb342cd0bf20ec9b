import { AppError } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { isBuilding } from '#server/features/datasets/request-build.ts';

/**
 * Ends a computation of data points once a build waits or runs, since the build computes them too. Keeps builds from
 * beginning until the transaction ends. Throws BUILD_IN_PROGRESS.
 */
export async function yieldToBuild(tx: Transaction, clientId: string): Promise<void> {
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('update');
  if (!(await isBuilding(tx, clientId))) return;
  throw new AppError(
    'BUILD_IN_PROGRESS',
    'A refresh of the dataset began, which computes these data points too. They are ready when it is complete.',
  );
}
