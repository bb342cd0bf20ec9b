import { randomInt } from 'node:crypto';
import { createTable, type Lane, sql, type Warehouse, WarehouseError } from '@quarry/clickhouse';
import { AppError } from '@quarry/contracts';
import { InvalidFilterError, listRules } from '@quarry/filters';
import { z } from 'zod';
import { type Dataset, withoutIndexes } from '#server/features/datasets/dataset.ts';
import { segmentMembersTable } from '#server/features/datasets/segment-members.ts';
import { compileMembership, foundDomains, type Membership } from './membership.sql.ts';
import { countRuns, type NewRun, writeRuns } from './runs.sql.ts';
import type { SegmentRow } from './segment.ts';
import { readDomains } from './segment-domains.ts';

/** The dataset over which segments are computed, and how. */
export interface ComputeContext {
  readonly warehouse: Warehouse;
  readonly signal: AbortSignal;
  readonly lane: Lane;
  readonly clientName: string;
  readonly dataset: Dataset;
  /** When companies enter and leave, in whole seconds. */
  readonly at: Date;
}

/** The result for one segment. */
export interface ComputedSegment {
  readonly id: string;
  /** The revision that was computed, and the run that it started from. */
  readonly revision: number;
  readonly lastRun: number | null;
  /** Null if the companies stay as they were. */
  readonly written: { readonly run: number; readonly rows: number; readonly companies: number } | null;
  readonly notFoundDomains: number;
  readonly problem: string | null;
}

/** Segments per statement, well below the engine's limit of partitions that one can write. */
const BATCH_SIZE = 50;
const countsRow = z.object({ id: z.string(), rows: z.number(), companies: z.number() });
const domainRow = z.object({ domain: z.string() });

/** A segment whose definition compiles. */
interface Evaluable {
  readonly segment: SegmentRow;
  readonly membership: Membership;
}

/** Creates the table of the client's segments unless it exists. */
export async function ensureMembersTable({
  warehouse,
  clientName,
}: Pick<ComputeContext, 'warehouse' | 'clientName'>): Promise<void> {
  await createTable(warehouse, segmentMembersTable(clientName));
}

/**
 * Writes a new run for each of the segments, none of which uses another one. Those without a limit share a scan. One
 * whose definition can't be evaluated gets a problem instead.
 */
export async function computeSegments(
  context: ComputeContext,
  segments: readonly SegmentRow[],
): Promise<ComputedSegment[]> {
  const computed: ComputedSegment[] = [];
  const unlimited: Evaluable[] = [];
  const limited: Evaluable[] = [];
  for (const segment of segments) {
    const membership = compile(context.dataset, segment);
    if (typeof membership === 'string') computed.push({ ...startOf(segment), ...UNCHANGED, problem: membership });
    else (membership.limit === null ? unlimited : limited).push({ segment, membership });
  }
  for (let at = 0; at < unlimited.length; at += BATCH_SIZE) {
    computed.push(...(await writeBatch(context, unlimited.slice(at, at + BATCH_SIZE))));
  }
  for (const one of limited) computed.push(...(await writeBatch(context, [one])));
  return computed;
}

const startOf = ({ id, revision, run }: SegmentRow) => ({ id, revision, lastRun: run });
const UNCHANGED = { written: null, notFoundDomains: 0 } as const;

/** What a segment finds, or the reason why it can't be evaluated. */
function compile(dataset: Dataset, segment: SegmentRow): Membership | string {
  try {
    return compileMembership(dataset, segment, segment.id);
  } catch (error) {
    if (error instanceof InvalidFilterError) return problemOf(segment, error);
    if (error instanceof AppError && error.errorCode === 'VALIDATION_FAILED') {
      return `The segment can no longer be evaluated because of “${segment.limitOptions?.orderBy}”. ${KEPT}`;
    }
    throw error;
  }
}

const KEPT = 'It keeps its last companies.';
const TOO_LARGE = `The filter of this segment is too large to be evaluated. ${KEPT}`;

function problemOf({ filters }: SegmentRow, error: InvalidFilterError): string {
  const broken = new Set(error.ruleIds);
  const rules = filters === null ? [] : listRules(filters);
  const fields = new Set(rules.flatMap(({ id, field }) => (broken.has(id) ? [field] : [])));
  const named = [...fields].map((field) => `“${field}”`).join(', ');
  return `The filter can no longer be evaluated because of ${named}. ${KEPT}`;
}

async function writeBatch(context: ComputeContext, batch: readonly Evaluable[]): Promise<ComputedSegment[]> {
  try {
    return await write(context, batch);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) {
      return [{ ...startOf(first.segment), ...UNCHANGED, problem: TOO_LARGE }];
    }
    const computed: ComputedSegment[] = [];
    for (const one of batch) computed.push(...(await writeBatch(context, [one])));
    return computed;
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof WarehouseError && ['timeout', 'memory', 'too_complex'].includes(error.kind);
}

async function write(context: ComputeContext, batch: readonly Evaluable[]): Promise<ComputedSegment[]> {
  const { warehouse, clientName, dataset, at, lane, signal } = context;
  // Outside of WHERE, the engine doesn't use text indexes.
  const isShared = batch.length > 1;
  const plain = isShared ? withoutIndexes(dataset) : dataset;
  const runs = batch.map(
    ({ segment, membership }): NewRun => ({
      segmentId: segment.id,
      run: newRun(segment.run),
      lastRun: segment.run,
      membership: isShared ? compileMembership(plain, segment, segment.id) : membership,
    }),
  );
  const tables = { clientName, dataset: dataset.table(), currentId: sql`company_id`, at };
  await warehouse.command(writeRuns(tables, runs), { lane, signal });
  const written = new Map(runs.map(({ segmentId, run }) => [segmentId, run]));
  const counts = await warehouse.rows(countRuns(clientName, written), countsRow, { lane, signal });
  const byId = new Map(counts.map((each) => [each.id, each]));
  const computed: ComputedSegment[] = [];
  for (const { segmentId, run } of runs) {
    const segment = batch.find((each) => each.segment.id === segmentId)?.segment;
    if (segment === undefined) continue;
    const { rows = 0, companies = 0 } = byId.get(segmentId) ?? {};
    const notFoundDomains = (await findMissingDomains(context, segment.inclusions.domains)).length;
    computed.push({ ...startOf(segment), written: { run, rows, companies }, notFoundDomains, problem: null });
  }
  return computed;
}

/**
 * The number of a new run: its time in microseconds, of which the last digits are random, so that two computations never
 * share one.
 */
function newRun(last: number | null): number {
  return Math.max(Date.now() * 1_000 + randomInt(1_000), (last ?? 0) + 1);
}

/** The domains among these lines that no company of the dataset has. */
export async function findMissingDomains(
  { warehouse, dataset, lane, signal }: Pick<ComputeContext, 'warehouse' | 'dataset' | 'lane' | 'signal'>,
  lines: readonly string[],
): Promise<string[]> {
  const { hosts } = readDomains(lines);
  if (hosts.length === 0) return [];
  const rows = await warehouse.rows(foundDomains(dataset, hosts), domainRow, { lane, signal });
  const found = new Set(rows.map(({ domain }) => domain));
  return hosts.filter((host) => !found.has(host));
}
