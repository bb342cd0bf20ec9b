import type * as contracts from '@quarry/contracts';
import { and, eq, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import type { Verb } from '#server/platform/mount.ts';
import { nameContains, readSummaries } from './client-summary.ts';

/** Lists the clients whose name contains the text, by name. */
export const listClientConfigs: Verb<typeof contracts.listClientConfigs> = async (scope, input) =>
  scope.read(async (tx) => {
    const { lifecycleStage, limit, offset } = input;
    const found = nameContains(input.search.trim());
    const where = and(found, lifecycleStage === undefined ? undefined : eq(clients.lifecycleStage, lifecycleStage));
    const stages = await tx
      .select({ stage: clients.lifecycleStage, count: sql<number>`count(*)::int` })
      .from(clients)
      .where(found)
      .groupBy(clients.lifecycleStage);
    return {
      items: await readSummaries(tx, where, { limit, offset }),
      count: await tx.$count(clients, where),
      stages: Object.fromEntries(stages.map(({ stage, count }) => [stage, count])),
    };
  });
