import { ident, join, type Sql, sql, uint } from '@quarry/clickhouse';
import { type FilterGroup, isGroup } from '@quarry/filters';
import { type CriteriaPlan, pruneCriteria } from './criteria-plan.ts';
import { type CriteriaQuery, joinRules } from './joined-rules.sql.ts';

/** The statement of `UniverseCriteria.counts`. */
export function countsSql(plan: CriteriaPlan, query: CriteriaQuery, isNetNew: Sql): Sql {
  const joined = joinRules(plan, query, pruneCriteria(plan, true), true);
  const bits = plan.bits.flatMap(({ rule, at }) => {
    const { holds, isFilled } = joined.verdictOf(rule);
    return [sql`${holds} AS ${ident(`holds${at}`)}`, sql`NOT ${isFilled} AS ${ident(`unknown${at}`)}`];
  });
  const rows = sql`SELECT ${join([sql`company.company_id AS company_id`, ...bits])} FROM ${joined.from}`;
  const tree = countTree(plan.criteria ?? { id: '', combinator: 'and', rules: [] });
  const verdicts = sql`SELECT *, ${isNetNew} AS is_net_new, ${join(tree.columns)} FROM (${rows})`;
  const without = tree.withoutRule.map((matches) => sql`toUInt32(countIf(${matches}))`);
  const unknown = tree.withoutRule.map(
    (matches, at) => sql`toUInt32(countIf(${matches} AND ${ident(`unknown${at}`)}))`,
  );
  return sql`SELECT
      toUInt32(countIf(${tree.holds})) AS total,
      toUInt32(countIf(${tree.holds} AND is_net_new)) AS net_new,
      [${join(without)}] AS without_rule,
      [${join(unknown)}] AS unknown
    FROM (${verdicts})`;
}

interface CountedGroup {
  readonly group: FilterGroup;
  /** The number of its children that hold. */
  readonly held: Sql;
  readonly holds: Sql;
  readonly parent: CountedGroup | null;
}

interface CountedTree {
  /** Over the columns of the rules (`holds0`, `holds1`, …). */
  readonly columns: readonly Sql[];
  readonly holds: Sql;
  /** For each rule in reading order: the tree without the rule holds. */
  readonly withoutRule: readonly Sql[];
}

/**
 * Counts the children that hold in each group, from which the tree without a rule follows in as many steps as the rule
 * is deep. Evaluating a hundred trees of a hundred rules for each company would dominate the statement.
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
      withoutRule.push(holdsWithout(own, holds));
      return holds;
    });
    columns.push(sql`${join([sql`0`, ...children], ' + ')} AS ${own.held}`);
    columns.push(sql`${holdsWith(group, own.held, children.length)} AS ${own.holds}`);
    return own;
  };
  const { holds } = visit(root, null);
  return { columns, holds, withoutRule };
}

function holdsWith({ combinator, not }: FilterGroup, held: Sql, size: number): Sql {
  const holds = combinator === 'and' || size === 0 ? sql`(${held} = ${uint(size)})` : sql`(${held} > 0)`;
  return not === true ? sql`(NOT ${holds})` : holds;
}

/** The tree holds without a child of the group, and without the group if that empties it. */
function holdsWithout(from: CountedGroup, child: Sql): Sql {
  const { group, held, parent } = from;
  if (group.rules.length === 1) return parent === null ? sql`1` : holdsWithout(parent, from.holds);
  let value = holdsWith(group, sql`(${held} - ${child})`, group.rules.length - 1);
  for (let below = from, above = parent; above !== null; below = above, above = above.parent) {
    value = holdsWith(above.group, sql`(${above.held} - ${below.holds} + ${value})`, above.group.rules.length);
  }
  return value;
}
