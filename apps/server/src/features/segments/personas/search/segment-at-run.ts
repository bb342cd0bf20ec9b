import { type Sql, type StatementOptions, sql, uint, uints, type Warehouse } from '@quarry/clickhouse';
import { and, eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { segments } from '@quarry/postgres/tables/segments';
import { z } from 'zod';
import { stays } from '#server/features/datasets/segment-members.ts';

/** The companies of a segment as one computation found them. */
export interface SegmentAtRun {
  readonly id: string;
  readonly clientName: string;
  /** Null before the first computation. */
  readonly run: number | null;
  readonly sizeCompanies: number;
  /** Companies that the account has excluded since. */
  readonly excludedIds: readonly string[];
}

/** Null if the account has no such segment. */
export async function readSegmentAtRun(
  tx: Transaction,
  clientId: string,
  segmentId: string,
): Promise<SegmentAtRun | null> {
  const [row] = await tx
    .select({
      id: segments.id,
      clientName: clients.name,
      run: segments.run,
      sizeCompanies: segments.sizeCompanies,
      excludedIds: clients.excludedSinceBuild,
    })
    .from(segments)
    .innerJoin(clients, eq(clients.id, segments.clientId))
    .where(and(eq(segments.clientId, clientId), eq(segments.id, segmentId)));
  return row ?? null;
}

/** The active companies, as a statement of `company_id`. */
export function activeCompanies({ id, clientName, run, excludedIds }: SegmentAtRun): Sql {
  const runs = new Map(run === null ? [] : [[id, run]]);
  const isLeft = excludedIds.length === 0 ? sql`1` : sql`company_id NOT IN ${uints(excludedIds)}`;
  return sql`SELECT company_id FROM ${stays(clientName, runs)} AND removed_at IS NULL AND ${isLeft}`;
}

const idRow = z.object({ id: z.string() });

/** The next active companies after an id, in the order of ids. */
export async function nextCompanies(
  warehouse: Warehouse,
  segment: SegmentAtRun,
  after: string,
  { limit, ...options }: StatementOptions & { readonly limit: number },
): Promise<string[]> {
  if (segment.run === null) return [];
  const rows = await warehouse.rows(
    sql`SELECT toString(company_id) AS id
      FROM (${activeCompanies(segment)} AND company_id > ${uint(after)})
      ORDER BY company_id LIMIT ${uint(limit)}`,
    idRow,
    options,
  );
  return rows.map(({ id }) => id);
}

/** The number of active companies. */
export async function countCompanies(
  warehouse: Warehouse,
  segment: SegmentAtRun,
  options: StatementOptions,
): Promise<number> {
  const [row] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS companies FROM (${activeCompanies(segment)})`,
    z.object({ companies: z.number() }),
    options,
  );
  return row?.companies ?? 0;
}
