import type { Lane, Warehouse } from '@quarry/clickhouse';
import { type FilterGroup, InvalidFilterError, listRules } from '@quarry/filters';
import { z } from 'zod';
import { brokenFields, isTooLarge } from '#server/features/datasets/broken-rules.ts';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import { type Dataset, withoutIndexes } from '#server/features/datasets/dataset.ts';
import { topologicalLayers } from '#server/features/datasets/dependencies.ts';
import {
  countAlias,
  countMembers,
  endUnfinished,
  type Membership,
  setTags,
  type TaggedTable,
} from './derive-tags.sql.ts';
import type { TagRow } from './tag.ts';
import { withoutMerges } from './without-merges.ts';

/** The result for one tag. */
export interface DerivedTag {
  readonly id: string;
  /** The revision that was evaluated. */
  readonly revision: number;
  /** Null if the members were left as they are. */
  readonly companyCount: number | null;
  readonly problem: string | null;
}

/** The table in which tags are derived, and how. */
export interface DeriveContext {
  readonly warehouse: Warehouse;
  readonly signal: AbortSignal;
  readonly lane: Lane;
  readonly dataset: Dataset;
  readonly table: TaggedTable;
  /** Membership in a tag whose filter can't be evaluated; null leaves the table's members as they are. */
  lastMembers(id: string): Membership['isMember'] | null;
  /** Gets the number of tags just finished. */
  done(count: number): void;
}

/** Tags per statement: a compromise between the number of statements and their memory. */
const BATCH_SIZE = 50;
const countsRow = z.record(z.string(), z.number());

interface CompiledTag {
  readonly tag: TagRow;
  readonly isMember: Membership['isMember'];
}

/** A result whose members are yet to be written. */
type EvaluatedTag = DerivedTag & Membership;

/**
 * Finds the members of the due tags and writes them into `__tags`, dependencies first. Of all other tags, only `known`
 * remain. A tag whose filter can't be evaluated keeps its last members.
 */
export async function deriveTags(
  context: DeriveContext,
  due: readonly TagRow[],
  known: ReadonlySet<string>,
): Promise<DerivedTag[]> {
  await endUnfinishedChanges(context);
  const derived: DerivedTag[] = [];
  for (const layer of topologicalLayers(due)) derived.push(...(await deriveLayer(context, layer, known)));
  return derived;
}

/** Kills mutations that a killed attempt left running. */
export async function endUnfinishedChanges({
  warehouse,
  table,
  lane,
}: Pick<DeriveContext, 'warehouse' | 'table' | 'lane'>): Promise<void> {
  await warehouse.command(endUnfinished(table, warehouse.topology), { lane });
}

/** `deriveTags` for tags that don't use one another. */
export async function deriveLayer(
  context: DeriveContext,
  layer: readonly TagRow[],
  known: ReadonlySet<string>,
): Promise<DerivedTag[]> {
  const derived: DerivedTag[] = [];
  for (let at = 0; at < layer.length; at += BATCH_SIZE) {
    const batch = layer.slice(at, at + BATCH_SIZE);
    derived.push(...(await deriveBatch(context, batch, known)));
    context.done(batch.length);
  }
  return derived;
}

/** Removes all tags but `known` from companies. */
export async function removeUnknownTags(context: DeriveContext, known: ReadonlySet<string>): Promise<void> {
  await writeTags(context, [], known);
}

async function deriveBatch(
  context: DeriveContext,
  batch: readonly TagRow[],
  known: ReadonlySet<string>,
): Promise<DerivedTag[]> {
  const found: (EvaluatedTag | DerivedTag)[] = [];
  const compiled: CompiledTag[] = [];
  for (const tag of batch) {
    const isMember = compileOf(context.dataset, tag.filters);
    if (typeof isMember === 'string') found.push(await keepMembers(context, tag, isMember));
    else compiled.push({ tag, isMember });
  }
  found.push(...(await countEach(context, compiled)));
  const evaluated = found.flatMap((each) => ('isMember' in each ? [each] : []));
  if (evaluated.length > 0) await writeTags(context, evaluated, known);
  return found.map(({ id, revision, companyCount, problem }) => ({ id, revision, companyCount, problem }));
}

const revisionOf = ({ id, revision }: TagRow) => ({ id, revision });

/** The condition of a filter, or the reason why it does not compile. */
function compileOf(dataset: Dataset, filters: FilterGroup): Membership['isMember'] | string {
  try {
    return compileDatasetFilter(withoutIndexes(dataset), filters);
  } catch (error) {
    if (!(error instanceof InvalidFilterError)) throw error;
    return problemOf(filters, error);
  }
}

function problemOf(filters: FilterGroup, error: InvalidFilterError): string {
  const named = brokenFields(listRules(filters), error);
  return `The filter can no longer be evaluated because of ${named}. The tag keeps its last companies.`;
}

async function keepMembers(context: DeriveContext, tag: TagRow, problem: string): Promise<EvaluatedTag | DerivedTag> {
  const isMember = context.lastMembers(tag.id);
  if (isMember === null) return { ...revisionOf(tag), companyCount: null, problem };
  const [companyCount] = await count(context, [{ id: tag.id, isMember }]);
  return { ...revisionOf(tag), isMember, problem, companyCount: companyCount ?? 0 };
}

/** Counts before writing: a filter too large for the engine fails here, not in a mutation that it retries forever. */
async function countEach(
  context: DeriveContext,
  compiled: readonly CompiledTag[],
): Promise<(EvaluatedTag | DerivedTag)[]> {
  if (compiled.length === 0) return [];
  try {
    const counts = await count(
      context,
      compiled.map(({ tag, isMember }) => ({ id: tag.id, isMember })),
    );
    return compiled.map(({ tag, isMember }, at) => ({
      ...revisionOf(tag),
      isMember,
      problem: null,
      companyCount: counts[at] ?? 0,
    }));
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const [first] = compiled;
    if (compiled.length === 1 && first !== undefined) return [await keepMembers(context, first.tag, TOO_LARGE)];
    const found: (EvaluatedTag | DerivedTag)[] = [];
    for (const one of compiled) found.push(...(await countEach(context, [one])));
    return found;
  }
}

const TOO_LARGE = 'The filter is too large to be evaluated. The tag keeps its last companies.';

async function count(context: DeriveContext, memberships: readonly Membership[]): Promise<number[]> {
  const { warehouse, dataset, lane, signal } = context;
  const [row] = await warehouse.rows(countMembers(dataset.table(), memberships), countsRow, { lane, signal });
  return memberships.map((_each, at) => row?.[countAlias(at)] ?? 0);
}

async function writeTags(
  context: DeriveContext,
  memberships: readonly Membership[],
  known: ReadonlySet<string>,
): Promise<void> {
  const { warehouse, table, lane, signal } = context;
  const set = new Set(memberships.map(({ id }) => id));
  const kept = [...known].filter((id) => !set.has(id));
  try {
    await withoutMerges(context, () =>
      warehouse.command(setTags(table, memberships, kept, warehouse.topology), { lane, signal }),
    );
  } catch (error) {
    // The engine continues a mutation that is no longer awaited, even one that can only fail.
    await endUnfinishedChanges(context);
    throw error;
  }
}
