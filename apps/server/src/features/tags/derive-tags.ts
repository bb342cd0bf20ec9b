import { type Lane, type Warehouse, WarehouseError } from '@quarry/clickhouse';
import { type FilterGroup, InvalidFilterError, listRules } from '@quarry/filters';
import { z } from 'zod';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import { type Dataset, withoutIndexes } from '#server/features/datasets/dataset.ts';
import { inSteps } from '#server/features/datasets/dependencies.ts';
import { aheadOfMerges } from './ahead-of-merges.ts';
import {
  countMembers,
  countName,
  endUnfinished,
  type Membership,
  setTags,
  type TaggedTable,
} from './derive-tags.sql.ts';
import type { TagRow } from './tag.ts';

/** What came of a tag. */
export interface DerivedTag {
  readonly id: string;
  /** The revision that was evaluated. */
  readonly revision: number;
  /** Members; null when they were left as they are. */
  readonly companyCount: number | null;
  readonly problem: string | null;
}

/** Where and how tags are derived. */
export interface Deriving {
  readonly warehouse: Warehouse;
  readonly signal: AbortSignal;
  readonly lane: Lane;
  readonly dataset: Dataset;
  readonly table: TaggedTable;
  /** The members of a tag whose filter can't be evaluated; null leaves those that the table has. */
  lastMembers(id: string): Membership['isMember'] | null;
  /** Gets the number of tags just finished. */
  done(count: number): void;
}

/** Tags that one statement sets: enough that few statements are needed, few enough for little memory. */
const AT_ONCE = 50;
const countsRow = z.record(z.string(), z.number());

interface CompiledTag {
  readonly tag: TagRow;
  readonly isMember: Membership['isMember'];
}

/** A tag whose members are to be written. */
type Evaluated = DerivedTag & Membership;

/**
 * Finds the members of the due tags and writes them into `__tags`, used tags before those that use them. Of the other
 * tags, companies keep those in `known`. A tag whose filter can't be evaluated keeps its last members.
 */
export async function deriveTags(
  deriving: Deriving,
  due: readonly TagRow[],
  known: ReadonlySet<string>,
): Promise<DerivedTag[]> {
  await endUnfinishedChanges(deriving);
  const derived: DerivedTag[] = [];
  for (const step of inSteps(due)) derived.push(...(await deriveStep(deriving, step, known)));
  return derived;
}

/** Ends changes of the table that a killed attempt began. */
export async function endUnfinishedChanges({
  warehouse,
  table,
  lane,
}: Pick<Deriving, 'warehouse' | 'table' | 'lane'>): Promise<void> {
  await warehouse.command(endUnfinished(table, warehouse.topology), { lane });
}

/** Derives tags that don't use one another, as `deriveTags` does. */
export async function deriveStep(
  deriving: Deriving,
  step: readonly TagRow[],
  known: ReadonlySet<string>,
): Promise<DerivedTag[]> {
  const derived: DerivedTag[] = [];
  for (let at = 0; at < step.length; at += AT_ONCE) {
    const some = step.slice(at, at + AT_ONCE);
    derived.push(...(await deriveAtOnce(deriving, some, known)));
    deriving.done(some.length);
  }
  return derived;
}

/** Takes from companies what is not in `known`. */
export async function removeUnknownTags(deriving: Deriving, known: ReadonlySet<string>): Promise<void> {
  await writeTags(deriving, [], known);
}

async function deriveAtOnce(
  deriving: Deriving,
  some: readonly TagRow[],
  known: ReadonlySet<string>,
): Promise<DerivedTag[]> {
  const found: (Evaluated | DerivedTag)[] = [];
  const compiled: CompiledTag[] = [];
  for (const tag of some) {
    const isMember = compileOf(deriving.dataset, tag.filters);
    if (typeof isMember === 'string') found.push(await withoutFilter(deriving, tag, isMember));
    else compiled.push({ tag, isMember });
  }
  found.push(...(await countEach(deriving, compiled)));
  const wanted = found.flatMap((each) => ('isMember' in each ? [each] : []));
  if (wanted.length > 0) await writeTags(deriving, wanted, known);
  return found.map(({ id, revision, companyCount, problem }) => ({ id, revision, companyCount, problem }));
}

const keyOf = ({ id, revision }: TagRow) => ({ id, revision });

/** The condition of a filter, or why there is none. */
function compileOf(dataset: Dataset, filters: FilterGroup): Membership['isMember'] | string {
  try {
    return compileDatasetFilter(withoutIndexes(dataset), filters);
  } catch (error) {
    if (!(error instanceof InvalidFilterError)) throw error;
    return problemOf(filters, error);
  }
}

function problemOf(filters: FilterGroup, error: InvalidFilterError): string {
  const broken = new Set(error.ruleIds);
  const fields = new Set(listRules(filters).flatMap(({ id, field }) => (broken.has(id) ? [field] : [])));
  const named = [...fields].map((field) => `“${field}”`).join(', ');
  return `The filter can't be evaluated any more because of ${named}. The companies are those of before.`;
}

async function withoutFilter(deriving: Deriving, tag: TagRow, problem: string): Promise<Evaluated | DerivedTag> {
  const isMember = deriving.lastMembers(tag.id);
  if (isMember === null) return { ...keyOf(tag), companyCount: null, problem };
  const [companyCount] = await count(deriving, [{ id: tag.id, isMember }]);
  return { ...keyOf(tag), isMember, problem, companyCount: companyCount ?? 0 };
}

/** Counting comes first: what is too much for the engine fails here, and not in a change that it would try for ever. */
async function countEach(deriving: Deriving, compiled: readonly CompiledTag[]): Promise<(Evaluated | DerivedTag)[]> {
  if (compiled.length === 0) return [];
  try {
    const counts = await count(
      deriving,
      compiled.map(({ tag, isMember }) => ({ id: tag.id, isMember })),
    );
    return compiled.map(({ tag, isMember }, at) => ({
      ...keyOf(tag),
      isMember,
      problem: null,
      companyCount: counts[at] ?? 0,
    }));
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    const [first] = compiled;
    if (compiled.length === 1 && first !== undefined) return [await withoutFilter(deriving, first.tag, TOO_MUCH)];
    const found: (Evaluated | DerivedTag)[] = [];
    for (const one of compiled) found.push(...(await countEach(deriving, [one])));
    return found;
  }
}

const TOO_MUCH = 'The filter is too large to be evaluated. The companies are those of before.';

function isTooMuch(error: unknown): boolean {
  return error instanceof WarehouseError && ['timeout', 'memory', 'too_complex'].includes(error.kind);
}

async function count(deriving: Deriving, wanted: readonly Membership[]): Promise<number[]> {
  const { warehouse, dataset, lane, signal } = deriving;
  const [row] = await warehouse.rows(countMembers(dataset.table(), wanted), countsRow, { lane, signal });
  return wanted.map((_each, at) => row?.[countName(at)] ?? 0);
}

async function writeTags(deriving: Deriving, wanted: readonly Membership[], known: ReadonlySet<string>): Promise<void> {
  const { warehouse, table, lane, signal } = deriving;
  const set = new Set(wanted.map(({ id }) => id));
  const kept = [...known].filter((id) => !set.has(id));
  try {
    await aheadOfMerges(deriving, () =>
      warehouse.command(setTags(table, wanted, kept, warehouse.topology), { lane, signal }),
    );
  } catch (error) {
    // The engine goes on with a change when nobody waits for it any more, also with one that can only fail.
    await endUnfinishedChanges(deriving);
    throw error;
  }
}
