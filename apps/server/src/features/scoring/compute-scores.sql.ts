import { ident, inline, join, localTable, onCluster, type Sql, sql, type Topology, text } from '@quarry/clickhouse';
import { SCORE_TYPE } from '#server/features/datasets/scores.ts';

/** A dataset's table, or one beside it. */
export interface ScoredTable {
  readonly database: string;
  readonly name: string;
}

/** The scores of every company for one scoring field. */
export interface ScoreValues {
  readonly fieldName: string;
  readonly value: Sql;
}

/** The statements that give a table its columns of scores; each can be repeated. */
export function addScoreColumns(table: ScoredTable, fieldNames: readonly string[], topology: Topology): Sql[] {
  const columns = join(fieldNames.map((name) => sql`ADD COLUMN IF NOT EXISTS ${ident(name)} ${ident(SCORE_TYPE)}`));
  const names = [localTable(topology, table)];
  if (topology.kind === 'cluster') names.push(ident(table.database, table.name));
  return names.map((name) => inline(sql`ALTER TABLE ${name}${onCluster(topology)} ${columns}`));
}

/** A table in memory with the scores of every company, in which the engine looks them up by company. */
export function createScratch(scratch: ScoredTable, fieldNames: readonly string[]): Sql {
  const columns = join(fieldNames.map((name) => sql`${ident(name)} ${ident(SCORE_TYPE)}`));
  return inline(sql`CREATE TABLE ${ident(scratch.database, scratch.name)} (__company_id UInt64, ${columns})
    ENGINE = Join(ANY, LEFT, __company_id)
    SETTINGS persistent = 0`);
}

/** Fills the table from the rows of another, with every core. */
export function fillScratch(scratch: ScoredTable, from: Sql, values: readonly ScoreValues[]): Sql {
  const names = values.map(({ fieldName }) => ident(fieldName));
  return sql`INSERT INTO ${ident(scratch.database, scratch.name)} (__company_id, ${join(names)})
    SELECT __company_id, ${join(values.map(({ value }) => value))}
    FROM ${from}`;
}

/** The scores that the table has for a company. */
export function lookedUp(scratch: ScoredTable, fieldName: string): Sql {
  return sql`joinGet(${text(`${scratch.database}.${scratch.name}`)}, ${text(fieldName)}, __company_id)`;
}

/** Writes the scores into the dataset's table. */
export function setScores(table: ScoredTable, values: readonly ScoreValues[], topology: Topology): Sql {
  const updates = values.map(({ fieldName, value }) => sql`${ident(fieldName)} = ${value}`);
  return sql`ALTER TABLE ${localTable(topology, table)}${onCluster(topology)}
    UPDATE ${join(updates)}
    WHERE 1`;
}

/** Kills mutations of scores that an earlier attempt left running, which would run beside the next attempt's. */
export function endUnfinishedScores(table: ScoredTable, topology: Topology): Sql {
  const name = localTable(topology, table).parts.at(-1) ?? table.name;
  return inline(sql`KILL MUTATION${onCluster(topology)}
    WHERE database = ${text(table.database)}
      AND table = ${text(name)}
      AND NOT is_done
      AND position(command, 'score_') > 0
    SYNC`);
}
