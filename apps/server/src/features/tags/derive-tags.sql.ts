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

/** A table of companies whose tags are set. */
export interface TaggedTable {
  readonly database: string;
  readonly name: string;
}

/** The companies that get a tag. */
export interface Membership {
  readonly id: string;
  /** 1 for members, 0 for others. */
  readonly isMember: Sql;
}

/** The column of a tag's count. */
export const countName = (at: number): string => `__count${at}`;

/** How many companies each tag has, in one scan. */
export function countMembers(table: Sql, wanted: readonly Membership[]): Sql {
  const counts = wanted.map(({ isMember }, at) => sql`toUInt32(countIf(${isMember})) AS ${ident(countName(at))}`);
  return sql`SELECT ${join(counts)} FROM ${table}`;
}

/** Gives companies the wanted tags and takes them from all others. Of the rest they keep those in `kept`. */
export function setTags(
  table: TaggedTable,
  wanted: readonly Membership[],
  kept: readonly string[],
  topology: Topology,
): Sql {
  // IN looks each one up; has() would go through all of `kept` for each.
  const own = sql`arrayFilter(carried -> carried IN ${texts(kept)}, __tags)`;
  const given = wanted.map(({ id, isMember }) => sql`if(${isMember}, ${texts([id])}, ${texts([])})`);
  return sql`ALTER TABLE ${localTable(topology, table)}${onCluster(topology)}
    UPDATE __tags = arraySort(arrayConcat(${join([own, ...given])}))
    WHERE 1`;
}

/** Membership in the version before, for tags that can't be evaluated any more. Both versions are sharded alike. */
export function wasMember(previous: TaggedTable, id: string, topology: Topology): Sql {
  return sql`(__company_id IN (
    SELECT __company_id
    FROM ${localTable(topology, previous)}
    WHERE has(__tags, ${text(id)})))`;
}

/** A row when some company carries a tag that does not exist. */
export function findUnknownTag(table: Sql, known: readonly string[]): Sql {
  return sql`SELECT 1 AS found
    FROM ${table}
    WHERE arrayExists(carried -> NOT has(${texts(known)}, carried), __tags)
    LIMIT 1`;
}

/** Ends changes of tags that an attempt began and did not wait for; they would run on beside the next one's. */
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

/** Lets no merge begin until `allowMerges`; those that run go on. */
export function holdMerges({ database, name }: TaggedTable): Sql {
  return sql`ALTER TABLE ${ident(database, name)} MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1`;
}

/** Lets merges begin again. */
export function allowMerges({ database, name }: TaggedTable): Sql {
  return sql`ALTER TABLE ${ident(database, name)} RESET SETTING max_bytes_to_merge_at_max_space_in_pool`;
}

/** Stops running merges, which takes a moment; mutations wait as well until `goOn`. */
export function breakOff({ database, name }: TaggedTable): Sql {
  return sql`SYSTEM STOP MERGES ${ident(database, name)}`;
}

/** Undoes `breakOff`. */
export function goOn({ database, name }: TaggedTable): Sql {
  return sql`SYSTEM START MERGES ${ident(database, name)}`;
}
