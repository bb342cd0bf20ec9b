import {
  ident,
  inline,
  join,
  localTable,
  onCluster,
  type Sql,
  sql,
  type Topology,
  text,
  texts,
} from '@quarry/clickhouse';

/** A table of companies with a `__tags` column. */
export interface TaggedTable {
  readonly database: string;
  readonly name: string;
}

/** The condition for carrying a tag. */
export interface Membership {
  readonly id: string;
  /** 1 for members, 0 for others. */
  readonly isMember: Sql;
}

/** The alias of a tag's count in `countMembers`. */
export const countAlias = (at: number): string => `__count${at}`;

/** Counts the members of each tag in one scan. */
export function countMembers(table: Sql, memberships: readonly Membership[]): Sql {
  const counts = memberships.map(({ isMember }, at) => sql`toUInt32(countIf(${isMember})) AS ${ident(countAlias(at))}`);
  return sql`SELECT ${join(counts)} FROM ${table}`;
}

/** Sets these tags on their members and removes them from other companies. Of all other tags, only `kept` remain. */
export function setTags(
  table: TaggedTable,
  memberships: readonly Membership[],
  kept: readonly string[],
  topology: Topology,
): Sql {
  // IN looks up each tag; has() would scan all of `kept` for each.
  const own = sql`arrayFilter(carried -> carried IN ${texts(kept)}, __tags)`;
  const added = memberships.map(({ id, isMember }) => sql`if(${isMember}, ${texts([id])}, ${texts([])})`);
  return sql`ALTER TABLE ${localTable(topology, table)}${onCluster(topology)}
    UPDATE __tags = arraySort(arrayConcat(${join([own, ...added])}))
    WHERE 1`;
}

/** Membership in the last version, for tags that can no longer be evaluated. Both versions are sharded alike. */
export function wasMember(previous: TaggedTable, id: string, topology: Topology): Sql {
  return sql`(__company_id IN (
    SELECT __company_id
    FROM ${localTable(topology, previous)}
    WHERE has(__tags, ${text(id)})))`;
}

/** Returns a row if a company carries a tag that does not exist. */
export function findUnknownTag(table: Sql, known: readonly string[]): Sql {
  return sql`SELECT 1 AS found
    FROM ${table}
    WHERE arrayExists(carried -> NOT has(${texts(known)}, carried), __tags)
    LIMIT 1`;
}

/** Kills mutations of `__tags` that an earlier attempt left running, which would run beside the next attempt's. */
export function endUnfinished(table: TaggedTable, topology: Topology): Sql {
  const name = localTable(topology, table).parts.at(-1) ?? table.name;
  return inline(sql`KILL MUTATION${onCluster(topology)}
    WHERE database = ${text(table.database)}
      AND table = ${text(name)}
      AND NOT is_done
      AND position(command, '__tags =') > 0
    SYNC`);
}

/** Counts the table's running merges; `held` if `holdMerges` still applies. For a single node. */
export function findMerges({ database, name }: TaggedTable): Sql {
  const running = sql`SELECT count()
    FROM system.merges
    WHERE database = ${text(database)} AND table = ${text(name)} AND NOT is_mutation`;
  return sql`SELECT
      toUInt32((${running})) AS running,
      position(engine_full, 'max_bytes_to_merge_at_max_space_in_pool') > 0 AS held
    FROM system.tables
    WHERE database = ${text(database)} AND name = ${text(name)}`;
}

/** Keeps merges from starting until `allowMerges`; running ones continue. */
export function holdMerges({ database, name }: TaggedTable): Sql {
  return sql`ALTER TABLE ${ident(database, name)} MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1`;
}

export function allowMerges({ database, name }: TaggedTable): Sql {
  return sql`ALTER TABLE ${ident(database, name)} RESET SETTING max_bytes_to_merge_at_max_space_in_pool`;
}

/** Stops running merges, which takes a moment; mutations also wait until `startMerges`. */
export function stopMerges({ database, name }: TaggedTable): Sql {
  return sql`SYSTEM STOP MERGES ${ident(database, name)}`;
}

export function startMerges({ database, name }: TaggedTable): Sql {
  return sql`SYSTEM START MERGES ${ident(database, name)}`;
}
