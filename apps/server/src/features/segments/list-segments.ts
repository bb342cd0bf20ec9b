import type * as contracts from '@quarry/contracts';
import { and, desc, eq, sql } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import type { Verb } from '#server/platform/mount.ts';
import { describeSegments } from './describe-segments.ts';
import { readSegmentRow } from './segment.ts';

/** Lists the account's segments, newest first. */
export const listSegments: Verb<typeof contracts.listSegments> = async (scope, { search, limit, offset, ...query }) => {
  const term = search.trim();
  const nameMatches = term === '' ? undefined : sql`strpos(lower(${segments.name}), lower(${term})) > 0`;
  const filter = and(eq(segments.clientId, scope.client.id), nameMatches);
  const { rows, count } = await scope.read(async (tx) => ({
    rows: await tx
      .select()
      .from(segments)
      .where(filter)
      .orderBy(desc(segments.createdAt), desc(segments.id))
      .limit(limit)
      .offset(offset),
    count: await tx.$count(segments, filter),
  }));
  const includesPersonas = query['include-personas'];
  return { items: await describeSegments(scope, rows.map(readSegmentRow), { includesPersonas }), count };
};
