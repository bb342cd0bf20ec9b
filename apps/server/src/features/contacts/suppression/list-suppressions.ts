import type * as contracts from '@quarry/contracts';
import { type Suppression, suppression } from '@quarry/contracts';
import { and, asc, desc, eq, or, sql } from '@quarry/postgres';
import { suppressions } from '@quarry/postgres/tables/suppressions';
import { users } from '@quarry/postgres/tables/users';
import type { Verb } from '#server/platform/mount.ts';

const { kind: kindOf } = suppression.shape;
const contains = (column: typeof suppressions.value | typeof suppressions.note, part: string) =>
  sql`strpos(lower(${column}), lower(${part})) > 0`;

/** Lists whom the account must not contact, newest first. */
export const listSuppressions: Verb<typeof contracts.listSuppressions> = async (scope, input) => {
  const { search, kind, limit, offset } = input;
  const filter = and(
    eq(suppressions.clientId, scope.client.id),
    search === '' ? undefined : or(contains(suppressions.value, search), contains(suppressions.note, search)),
    kind === undefined ? undefined : eq(suppressions.kind, kind),
  );
  return scope.read(async (tx) => {
    const rows = await tx
      .select({ row: suppressions, createdBy: users.email })
      .from(suppressions)
      .leftJoin(users, eq(users.id, suppressions.createdBy))
      .where(filter)
      .orderBy(desc(suppressions.createdAt), asc(suppressions.value))
      .limit(limit)
      .offset(offset);
    const items = rows.map(
      ({ row: { id, kind: stored, value, note, createdAt }, createdBy }): Suppression => ({
        id,
        kind: kindOf.parse(stored),
        value,
        note,
        createdBy,
        createdAt: createdAt.toISOString(),
      }),
    );
    return { items, count: await tx.$count(suppressions, filter) };
  });
};
