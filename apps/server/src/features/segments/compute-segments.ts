import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createTable, inSubquery, join, type Lane, type Sql, sql, type Warehouse } from '@quarry/clickhouse';
import { AppError } from '@quarry/contracts';
import { InvalidFilterError, listRules } from '@quarry/filters';
import { z } from 'zod';
import { brokenFields, isTooLarge } from '#server/features/datasets/broken-rules.ts';
import { type Dataset, withoutIndexes } from '#server/features/datasets/dataset.ts';
import {
  type SegmentRuns,
  segmentMembersTable,
  stays,
  staysOfSurvivors,
} from '#server/features/datasets/segment-members.ts';
import { BEST_FIRST } from '#server/features/datasets/table.ts';
import { compileMembership, foundDomains, type Membership } from './membership.sql.ts';
import { countRuns, MAX_SEGMENTS, type NewMembers, writeRun } from './runs.sql.ts';
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
  /**
   * Over a version that is being built: static segments lose the companies that left and gain none, as do those whose
   * definition can't be evaluated.
   */
  readonly isBuild: boolean;
}

/** The result for one segment. */
export interface ComputedSegment {
  readonly id: string;
  /** The revision that was computed, and the run that it started from. */
  readonly revision: number;
  readonly lastRun: number | null;
  /** Its definition was evaluated, or could not be; false if it only lost companies that left the dataset. */
  readonly isEvaluated: boolean;
  /** Null if the companies stay as they were. */
  readonly written: { readonly run: number; readonly rows: number; readonly companies: number } | null;
  readonly notFoundDomains: number;
  readonly problem: string | null;
}

const countsRow = z.object({ id: z.string(), rows: z.number(), companies: z.number() });
const domainRow = z.object({ domain: z.string() });

const BEST_FIRST_ORDER: Membership['order'] = { by: join(BEST_FIRST), isTableOrder: true };

/** A segment of a run to write. */
interface Task extends Pick<ComputedSegment, 'isEvaluated' | 'problem'> {
  readonly segment: SegmentRow;
  readonly membership: (dataset: Dataset) => Membership;
}

/** Creates the table of the client's segments unless it exists. */
export async function ensureMembersTable({
  warehouse,
  clientName,
}: Pick<ComputeContext, 'warehouse' | 'clientName'>): Promise<void> {
  await createTable(warehouse, segmentMembersTable(clientName));
}

/**
 * Writes the companies of the segments, none of which uses another one, in new runs. Those without a limit share a scan.
 * One whose definition can't be evaluated gets a problem instead.
 */
export async function computeSegments(
  context: ComputeContext,
  segments: readonly SegmentRow[],
): Promise<ComputedSegment[]> {
  const computed: ComputedSegment[] = [];
  const tasks: Task[] = [];
  for (const segment of segments) {
    const task = plan(context, segment);
    if ('membership' in task) tasks.push(task);
    else computed.push(task);
  }
  for (let at = 0; at < tasks.length; at += MAX_SEGMENTS) {
    computed.push(...(await writeBatch(context, tasks.slice(at, at + MAX_SEGMENTS))));
  }
  return computed;
}

function plan(context: ComputeContext, segment: SegmentRow): Task | ComputedSegment {
  if (context.isBuild && !segment.isDynamic) {
    return { segment, isEvaluated: false, problem: null, membership: () => ownCompanies(context, segment) };
  }
  const isActive = segment.run === null ? null : isOwnCompany(context, segment.id, segment.run);
  const membership = (dataset: Dataset) => compileMembership(dataset, segment, { id: segment.id, isActive });
  try {
    membership(context.dataset);
    return { segment, isEvaluated: true, problem: null, membership };
  } catch (error) {
    return keep(context, segment, problemOf(segment, error));
  }
}

/** Leaves the segment its companies, as far as the dataset still has them. */
function keep(context: ComputeContext, segment: SegmentRow, problem: string): Task | ComputedSegment {
  if (context.isBuild && segment.run !== null) {
    return { segment, isEvaluated: true, problem, membership: () => ownCompanies(context, segment) };
  }
  const { id, revision, run } = segment;
  return { id, revision, lastRun: run, isEvaluated: true, written: null, notFoundDomains: 0, problem };
}

function ownCompanies(context: ComputeContext, { id, run }: SegmentRow): Membership {
  const isAllowed = run === null ? sql`0` : isOwnCompany(context, id, run);
  return { isAllowed, limit: null, order: BEST_FIRST_ORDER };
}

/** The condition that a company is active in the segment's last run. */
function isOwnCompany({ clientName, isBuild }: ComputeContext, id: string, run: number): Sql {
  const own = staysOf(clientName, isBuild)(new Map([[id, run]]));
  return inSubquery(sql`__company_id`, sql`SELECT company_id FROM (${own}) WHERE removed_at IS NULL`);
}

/** Between builds, companies have the ids of the current version. */
const staysOf = (clientName: string, isBuild: boolean) => (runs: SegmentRuns) =>
  isBuild ? staysOfSurvivors(clientName, runs) : sql`SELECT * FROM ${stays(clientName, runs)}`;

const KEPT = 'It keeps its last companies.';
const TOO_LARGE = `The filter of this segment is too large to be evaluated. ${KEPT}`;

function problemOf({ filters, limitOptions }: SegmentRow, error: unknown): string {
  if (error instanceof AppError && error.errorCode === 'VALIDATION_FAILED') {
    return `The segment can no longer be evaluated because of “${limitOptions?.orderBy}”. ${KEPT}`;
  }
  if (!(error instanceof InvalidFilterError)) throw error;
  const named = brokenFields(filters === null ? [] : listRules(filters), error);
  return `The filter can no longer be evaluated because of ${named}. ${KEPT}`;
}

async function writeBatch(context: ComputeContext, batch: readonly Task[]): Promise<ComputedSegment[]> {
  try {
    return await write(context, batch);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) {
      // What a segment had is never too large by itself.
      if (!first.isEvaluated || first.problem !== null) throw error;
      const kept = keep(context, first.segment, TOO_LARGE);
      return 'membership' in kept ? write(context, [kept]) : [kept];
    }
    const computed: ComputedSegment[] = [];
    for (const one of batch) computed.push(...(await writeBatch(context, [one])));
    return computed;
  }
}

async function write(context: ComputeContext, batch: readonly Task[]): Promise<ComputedSegment[]> {
  const { warehouse, clientName, dataset, at, lane, signal, isBuild } = context;
  // In a shared scan, the engine doesn't use text indexes.
  const compiledOver = batch.length > 1 ? withoutIndexes(dataset) : dataset;
  const run = newRun(batch.map(({ segment }) => segment.run ?? 0));
  const members = batch.map(
    ({ segment, membership }): NewMembers => ({
      segmentId: segment.id,
      lastRun: segment.run,
      membership: membership(compiledOver),
    }),
  );
  const tables = { clientName, dataset: dataset.table(), staysOf: staysOf(clientName, isBuild), at };
  // Sorting and writing the rows takes as long as finding them.
  const settings = { max_insert_threads: availableParallelism() };
  await warehouse.command(writeRun(tables, run, members), { lane, signal, settings });
  const written = new Map(members.map(({ segmentId }) => [segmentId, run]));
  const counts = await warehouse.rows(countRuns(clientName, written), countsRow, { lane, signal });
  const byId = new Map(counts.map((each) => [each.id, each]));
  const computed: ComputedSegment[] = [];
  for (const { segment, isEvaluated, problem } of batch) {
    const { id, revision, run: lastRun, inclusions } = segment;
    const { rows = 0, companies = 0 } = byId.get(id) ?? {};
    computed.push({
      id,
      revision,
      lastRun,
      isEvaluated,
      problem,
      written: { run, rows, companies },
      notFoundDomains: isEvaluated ? (await findMissingDomains(context, inclusions.domains)).length : 0,
    });
  }
  return computed;
}

/**
 * The number of a new run: its time in microseconds, of which the last digits are random, so that two computations never
 * share one.
 */
function newRun(last: readonly number[]): number {
  return Math.max(Date.now() * 1_000 + randomInt(1_000), ...last.map((run) => run + 1));
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
