import { ident, join, type Sql, sql } from '@quarry/clickhouse';
import type { FieldInfo, FieldLookup, FilterGroup } from '@quarry/filters';
import { compileFilter } from '@quarry/filters/compile';
import type { StaticBlock, StaticField } from '#server/features/universe/blocks/declaration.ts';
import { findField } from '#server/features/universe/blocks/index.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { dataPointKey } from './client-config.ts';

/** A field of a block with one row per company. */
export interface StaticDataPoint {
  readonly block: StaticBlock;
  readonly field: StaticField;
}

/** Finds a field of a static block by its key `block/field`. Fields that need a config are not found. */
export function findStaticField(key: string): StaticDataPoint | undefined {
  const found = findField(key);
  if (found === undefined || found.block.isParameterisedWithDynamicConfig) return undefined;
  const { block } = found;
  const field = block.fields.find(({ internalName }) => internalName === found.field.internalName);
  return field === undefined ? undefined : { block, field };
}

/** The universe's fields as rules name them: `block/field`, with the config beside it or behind a `#`. */
export const universeFields: FieldLookup = (field, configId): FieldInfo | undefined => {
  const key = dataPointKey({ internalName: field, configId });
  const found = findStaticField(key);
  if (found === undefined) return undefined;
  const { displayName, type, isDomain } = found.field;
  return { fieldName: key, displayName, type, isDomain: isDomain ?? false };
};

/** Criteria over the universe, ready to be asked for any range of company ids. */
export interface UniverseCriteria {
  /**
   * The companies that match, as `SELECT company_id, <more>`. `range` restricts every table that is read; `more` are
   * expressions over the table `companies`, each under its own name.
   */
  matching(range: Sql, rules: Sql, more: readonly { readonly name: string; readonly value: Sql }[]): Sql;
  /** Whether other tables than `companies` are read: then memory grows with the range. */
  readonly readsManyTables: boolean;
}

/**
 * Compiles criteria over the universe's static blocks. `today` is the day that relative dates count from.
 * Throws INVALID_FILTER naming every rule that can't be understood.
 */
export function compileUniverseCriteria(criteria: FilterGroup | null, today: string): UniverseCriteria {
  const used = new Map<string, StaticDataPoint>();
  const condition = compileFilter(
    criteria,
    (name, configId) => {
      const key = dataPointKey({ internalName: name, configId });
      const found = findStaticField(key);
      if (found === undefined) return undefined;
      used.set(key, found);
      return { type: found.field.type, value: sql`${ident(key)}`, isDomain: found.field.isDomain ?? false };
    },
    { today, staff: true, normaliseDomain: (entered) => normaliseDomain(entered)?.root ?? null },
  );
  const blocks = Map.groupBy(used, ([, { block }]) => block);
  const columnsOf = (block: StaticBlock): Sql[] =>
    (blocks.get(block) ?? []).map(([key, { field }]) => sql`${field.column} AS ${ident(key)}`);
  const others = [...blocks.keys()].filter(({ table }) => table !== 'companies');
  const firmographics = [...blocks.keys()].filter(({ table }) => table === 'companies').flatMap(columnsOf);
  return {
    readsManyTables: others.length > 0,
    matching(range, rules, more) {
      const selected = [...more.map(({ name, value }) => sql`${value} AS ${ident(name)}`), ...firmographics];
      const companies = sql`SELECT ${join([sql`company_id`, ...selected])} FROM ${readTable('companies')} WHERE ${range} AND ${rules}`;
      const joins = others.map((block, at) => {
        const alias = ident(`block${at}`);
        const rows = sql`SELECT ${join([sql`company_id`, ...columnsOf(block)])} FROM ${readTable(block.table)} WHERE ${range}`;
        return sql`GLOBAL LEFT JOIN (${rows}) AS ${alias} ON ${alias}.company_id = company.company_id`;
      });
      const names = join([
        sql`company.company_id AS company_id`,
        ...more.map(({ name }) => sql`company.${ident(name)} AS ${ident(name)}`),
      ]);
      return sql`SELECT ${names} FROM (${companies}) AS company ${join(joins, ' ')} WHERE ${condition}`;
    },
  };
}
