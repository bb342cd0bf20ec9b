import { and, eq, inArray, isNotNull, ne, notInArray } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import { tags } from '@quarry/postgres/tables/tags';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { tagRefresh } from './refresh-tags.ts';
import { requestRefresh } from './request-refresh.ts';
import { lockTags } from './tag.ts';

/** Requests a refresh for clients whose last one was abandoned: tags are not Fresh, and none waits or runs. */
export async function scheduleRefreshes(ctx: Pick<JobContext, 'db' | 'enqueue'>): Promise<void> {
  const abandoned = await ctx.db.asSystem((tx) => {
    const live = tx
      .select({ clientId: jobs.clientId })
      .from(jobs)
      .where(
        and(eq(jobs.type, tagRefresh.type), isNotNull(jobs.clientId), inArray(jobs.status, ['WAITING', 'PROCESSING'])),
      );
    return tx
      .selectDistinct({ id: tags.clientId })
      .from(tags)
      .innerJoin(clients, eq(clients.id, tags.clientId))
      .where(
        and(ne(tags.processingStatus, 'Fresh'), isNotNull(clients.datasetVersion), notInArray(tags.clientId, live)),
      );
  });
  for (const { id } of abandoned) {
    await ctx.db.asClient(id, async (tx) => {
      await lockTags(tx, id);
      await requestRefresh(tx, ctx, id, 'schedule');
    });
  }
}
