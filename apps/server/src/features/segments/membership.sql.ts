import { createHash } from 'node:crypto';
import { emptySql, inSubquery, join, type Sql, sql, texts, uint, volatile } from '@quarry/clickhouse';
import { AppError, DEFAULT_SORT_FIELD, RANDOM_ORDER, SEGMENTS_FIELD, type SegmentDefinition } from '@quarry/contracts';
import { orderOf, type SearchOrder } from '#server/features/companies/search.sql.ts';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { TAGS_FIELD } from '#server/features/datasets/derived-nodes.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { readDomains } from './segment-domains.ts';

/** Which companies of a dataset a definition finds. */
export interface Membership {
  /** 1 for companies that the definition allows, 0 for others. */
  readonly isAllowed: Sql;
  /** How many of them to take; null for all. */
  readonly limit: number | null;
  readonly order: SearchOrder;
}

/** The segment of a definition. */
export interface OwnSegment {
  readonly id: string;
  /** 1 for its companies, 0 for others; null if it has none yet. */
  readonly isActive: Sql | null;
}

/** The segment of a definition that was not saved yet. */
export const NEW_SEGMENT: OwnSegment = { id: '', isActive: null };

/**
 * Compiles a definition over a dataset. In a random order, the segment's own companies come first. Throws INVALID_FILTER, and VALIDATION_FAILED for a column that companies can't be ordered by.
 */
export function compileMembership(dataset: Dataset, definition: SegmentDefinition, own: OwnSegment): Membership {
  const { filters, inclusions, exclusions, limitOptions } = definition;
  const parts = [compileDatasetFilter(dataset, filters)];
  if (inclusions.domains.length > 0) parts.push(isNamedBy(dataset, inclusions.domains));
  if (exclusions.domains.length > 0) parts.push(sql`NOT ${isNamedBy(dataset, exclusions.domains)}`);
  if (exclusions.segmentIds.length > 0) parts.push(sql`NOT ${dataset.isInSegments(exclusions.segmentIds)}`);
  const isAllowed = sql`(${join(parts, ' AND ')})`;
  if (limitOptions === null)
    return { isAllowed, limit: null, order: orderOfColumn(dataset, DEFAULT_SORT_FIELD, 'desc') };
  const { limit, orderBy, orderDirection } = limitOptions;
  const order = orderBy === RANDOM_ORDER ? randomOrder(own) : orderOfColumn(dataset, orderBy, orderDirection);
  return { isAllowed, limit, order };
}

function orderOfColumn(dataset: Dataset, orderBy: string, direction: 'asc' | 'desc'): SearchOrder {
  // Tags and segments can depend on the segment itself.
  const isDerived = orderBy === TAGS_FIELD || orderBy === SEGMENTS_FIELD;
  const order = isDerived ? null : orderOf(dataset, orderBy, direction);
  if (order === null) {
    throw new AppError('VALIDATION_FAILED', 'Companies cannot be ordered by this data point.', { orderBy });
  }
  return order;
}

/** The same companies each time, but different ones for each segment; current companies stay as long as they qualify. */
function randomOrder({ id, isActive }: OwnSegment): SearchOrder {
  const seed = createHash('sha256').update(id).digest().readBigUInt64BE();
  const ownFirst = isActive === null ? emptySql : sql`${isActive} DESC,`;
  const by = sql`${ownFirst} intHash64(bitXor(__company_id, ${uint(seed)})), __company_id`;
  return { by, isTableOrder: false };
}

/** The condition that a company has one of the domains, also as an alias. */
function isNamedBy(dataset: Dataset, lines: readonly string[]): Sql {
  const { hosts } = readDomains(lines);
  if (hosts.length === 0) return sql`0`;
  // Imports change aliases without a new version of the dataset.
  const isNamed = volatile(inSubquery(sql`__company_id`, companiesOf(hosts, sql`company_id`)));
  return sql`(${dataset.hasDomain(hosts)} OR ${isNamed})`;
}

/** The companies that the universe knows under these domains; merged ones under the id of the survivor. */
function companiesOf(hosts: readonly string[], columns: Sql): Sql {
  return sql`SELECT ${columns}
    FROM (
      SELECT value, if(merge.merged_into = 0, named.company_id, merge.merged_into) AS company_id
      FROM (
        SELECT value, company_id FROM ${readTable('identities')}
        WHERE kind IN ('domain', 'alias') AND value IN ${texts(hosts)}
      ) AS named
      GLOBAL LEFT JOIN (SELECT company_id, merged_into FROM ${readTable('merged_companies')}) AS merge
        ON merge.company_id = named.company_id)`;
}

/** Those of the domains that some company of the dataset has, also as an alias: `domain`. */
export function foundDomains(dataset: Dataset, hosts: readonly string[]): Sql {
  const ids = sql`SELECT __company_id FROM ${dataset.table()}`;
  return sql`SELECT DISTINCT domain
    FROM (
      SELECT __domain AS domain FROM ${dataset.table()} WHERE ${dataset.hasDomain(hosts)}
      UNION ALL
      SELECT value AS domain
      FROM (${companiesOf(hosts, sql`value, company_id`)})
      WHERE ${inSubquery(sql`company_id`, ids)})`;
}

/** The companies that a definition finds: `company_id`. */
export function membersOf(table: Sql, { isAllowed, limit, order }: Membership): Sql {
  const taking = limit === null ? emptySql : sql`ORDER BY ${order.by} LIMIT ${uint(limit)}`;
  return sql`SELECT __company_id AS company_id FROM ${table} WHERE ${isAllowed} ${taking}`;
}
