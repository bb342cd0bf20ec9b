import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import type { Verb } from '#server/platform/mount.ts';

/** Enqueues a build for staff. Throws NOT_FOUND, and BUILD_IN_PROGRESS while another build waits or runs. */
export const triggerBuild: Verb<typeof contracts.triggerBuild> = async (scope, { name, resetDataset, acceptLoss }) =>
  scope.change(async (tx) => {
    const [client] = await tx.select({ id: clients.id }).from(clients).where(eq(clients.name, name));
    if (client === undefined) throw new AppError('NOT_FOUND', 'There is no such account.', { client: name });
    const input = { resetDataset, acceptLoss };
    const executionId = await requestBuild(tx, scope.jobs, client.id, input, scope.user.email);
    return { result: { executionId }, target: name, targetId: client.id, after: input };
  });
