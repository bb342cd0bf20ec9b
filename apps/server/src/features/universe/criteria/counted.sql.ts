import { ident, join, type Sql, sql, uint } from '@quarry/clickhouse';
import { type FilterGroup, isGroup } from '@quarry/filters';
import { type CriteriaPlan, pruneCriteria } from './criteria-plan.ts';
import { type Asked, joinRules } from './joined-rules.sql.ts';

/** The statement of `UniverseCriteria.counted`. */
export function countedSql(plan: CriteriaPlan, asked: Asked, isNetNew: Sql): Sql {
  const joined = joinRules(plan, asked, pruneCriteria(plan, true), true);
  const bits = plan.bits.flatMap(({ rule, at }) => {
    const { holds, isFilled } = joined.verdictOf(rule);
    return [sql`${holds} AS ${ident(`holds${at}`)}`, sql`NOT ${isFilled} AS ${ident(`unknown${at}`)}`];
  });
  const rows = sql`SELECT ${join([sql`company.company_id AS company_id`, ...bits])} FROM ${joined.from}`;
  const tree = countTree(plan.criteria ?? { id: '', combinator: 'and', rules: [] });
  const verdicts = sql`SELECT *, ${isNetNew} AS is_net_new, ${join(tree.columns)} FROM (${rows})`;
  const without = tree.withoutRule.map((left) => sql`toUInt32(countIf(${left}))`);
  const unknown = tree.withoutRule.map((left, at) => sql`toUInt32(countIf(${left} AND ${ident(`unknown${at}`)}))`);
  return sql`SELECT
      toUInt32(countIf(${tree.holds})) AS total,
      toUInt32(countIf(${tree.holds} AND is_net_new)) AS net_new,
      [${join(without)}] AS without_rule,
      [${join(unknown)}] AS unknown
    FROM (${verdicts})`;
}

/** A group in columns: how many of its children hold, and whether it holds itself. */
interface CountedGroup {
  readonly group: FilterGroup;
  readonly held: Sql;
  readonly holds: Sql;
  readonly parent: CountedGroup | null;
}

/** A tree in columns. */
interface CountedTree {
  /** The columns, over those of the rules (`holds0`, `holds1`, …). */
  readonly columns: readonly Sql[];
  readonly holds: Sql;
  /** For each rule in reading order, whether the tree without it holds. */
  readonly withoutRule: readonly Sql[];
}

/**
 * Counts what holds in each group. From that the tree without one rule follows in as many steps as the rule is deep:
 * evaluating a hundred trees of a hundred rules for each company would take longer than all else.
 */
function countTree(root: FilterGroup): CountedTree {
  const columns: Sql[] = [];
  const withoutRule: Sql[] = [];
  let groups = 0;
  const visit = (group: FilterGroup, parent: CountedGroup | null): CountedGroup => {
    const name = groups++;
    const own = { group, parent, held: sql`${ident(`held${name}`)}`, holds: sql`${ident(`group${name}`)}` };
    const children = group.rules.map((node) => {
      if (isGroup(node)) return visit(node, own).holds;
      const holds = sql`${ident(`holds${withoutRule.length}`)}`;
      withoutRule.push(leaveOut(own, holds));
      return holds;
    });
    columns.push(sql`${join([sql`0`, ...children], ' + ')} AS ${own.held}`);
    columns.push(sql`${holdsWith(group, own.held, children.length)} AS ${own.holds}`);
    return own;
  };
  const { holds } = visit(root, null);
  return { columns, holds, withoutRule };
}

/** Whether a group holds of which `held` of `size` children hold. */
function holdsWith({ combinator, not }: FilterGroup, held: Sql, size: number): Sql {
  const holds = combinator === 'and' || size === 0 ? sql`(${held} = ${uint(size)})` : sql`(${held} > 0)`;
  return not === true ? sql`(NOT ${holds})` : holds;
}

/** Whether the tree holds when a child is left out of its group, and the group as well if that empties it. */
function leaveOut(from: CountedGroup, child: Sql): Sql {
  const { group, held, parent } = from;
  if (group.rules.length === 1) return parent === null ? sql`1` : leaveOut(parent, from.holds);
  let value = holdsWith(group, sql`(${held} - ${child})`, group.rules.length - 1);
  for (let below = from, above = parent; above !== null; below = above, above = above.parent) {
    value = holdsWith(above.group, sql`(${above.held} - ${below.holds} + ${value})`, above.group.rules.length);
  }
  return value;
}
