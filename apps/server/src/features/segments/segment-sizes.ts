import { RECENT_CHANGE_DAYS, type Segment } from '@quarry/contracts';
import { and, eq, inArray, sql } from '@quarry/postgres';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import type { SegmentRow } from './segment.ts';
import { activeAmong, type Comparison, recentChanges } from './segment-sizes.sql.ts';

/** How many companies and people a segment has now, and how many came and went lately. */
export type SegmentSizes = Pick<Segment, (typeof SIZES)[number]>;

const SIZES = [
  'sizeCompanies',
  'sizeContacts',
  'sizeCompaniesAddedRecently',
  'sizeCompaniesRemovedRecently',
  'sizeContactsAddedRecently',
  'sizeContactsRemovedRecently',
] as const;

const changesRow = z.object({ id: z.string(), added: z.number(), removed: z.number() });
const activeRow = z.object({ id: z.string(), companies: z.number() });
const DAY_MS = 86_400_000;

/** Reads the sizes of segments by id. */
export async function readSizes(
  scope: ClientScope,
  rows: readonly SegmentRow[],
  now: Date,
): Promise<Map<string, SegmentSizes>> {
  const [companies, people] = await Promise.all([readCompanies(scope, rows, now), readPeople(scope, rows, now)]);
  return new Map(
    rows.map(({ id, sizeCompanies }) => {
      const { left = 0, added = 0, removed = 0 } = companies.get(id) ?? {};
      const { current = 0, added: addedPeople = 0, removed: removedPeople = 0 } = people.get(id) ?? {};
      return [
        id,
        {
          sizeCompanies: Math.max(0, sizeCompanies - left),
          sizeContacts: current,
          sizeCompaniesAddedRecently: added,
          sizeCompaniesRemovedRecently: removed,
          sizeContactsAddedRecently: addedPeople,
          sizeContactsRemovedRecently: removedPeople,
        },
      ];
    }),
  );
}

interface CompanyChanges {
  /** Companies that were excluded since the last build. */
  readonly left: number;
  readonly added: number;
  readonly removed: number;
}

async function readCompanies(
  scope: ClientScope,
  rows: readonly SegmentRow[],
  now: Date,
): Promise<Map<string, CompanyChanges>> {
  const comparisons = rows.flatMap((row) => comparisonOf(row, now));
  if (comparisons.length === 0) return new Map();
  const runs = new Map(rows.map(({ id, run }) => [id, run]));
  const { excludedIds } = await openDataset(scope);
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const { name } = scope.client;
  const changes = await scope.warehouse.rows(recentChanges(name, runs, comparisons), changesRow, options);
  const left =
    excludedIds.length === 0
      ? []
      : await scope.warehouse.rows(activeAmong(name, runs, excludedIds), activeRow, options);
  const leftById = new Map(left.map(({ id, companies }) => [id, companies]));
  const changesById = new Map(changes.map((each) => [each.id, each]));
  return new Map(
    rows.map(({ id }) => {
      const { added = 0, removed = 0 } = changesById.get(id) ?? {};
      return [id, { left: leftById.get(id) ?? 0, added, removed }];
    }),
  );
}

/** What recent changes are compared with. The first population of a segment does not count as a change. */
function comparisonOf({ id, run, firstComputedAt }: SegmentRow, now: Date): Comparison[] {
  if (run === null || firstComputedAt === null) return [];
  const since = new Date(now.getTime() - RECENT_CHANGE_DAYS * DAY_MS);
  const isYoung = firstComputedAt > since;
  return [{ segmentId: id, addedSince: isYoung ? firstComputedAt : since, removedSince: isYoung ? null : since }];
}

interface PeopleChanges {
  readonly current: number;
  readonly added: number;
  readonly removed: number;
}

/** Different people whom some persona includes, or included when changes began to count. */
async function readPeople(
  scope: ClientScope,
  rows: readonly SegmentRow[],
  now: Date,
): Promise<Map<string, PeopleChanges>> {
  if (rows.length === 0) return new Map();
  const since = new Date(now.getTime() - RECENT_CHANGE_DAYS * DAY_MS).toISOString();
  const counted = await scope.read((tx) => {
    const { segmentId, contactId, includedAt, removedAt } = segmentContacts;
    const people = tx
      .select({
        segmentId,
        isIncluded: sql<boolean>`bool_or(${segmentContacts.inclusionStatus} = 'INCLUDED')`.as('is_included'),
        wasIncluded: sql<boolean>`bool_or(${includedAt} <= ${since}
          and (${removedAt} is null or ${removedAt} > ${since}))`.as('was_included'),
      })
      .from(segmentContacts)
      .where(
        and(
          eq(segmentContacts.clientId, scope.client.id),
          inArray(
            segmentId,
            rows.map(({ id }) => id),
          ),
          sql`${includedAt} is not null`,
        ),
      )
      .groupBy(segmentId, contactId)
      .as('people');
    const count = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
    return tx
      .select({
        id: people.segmentId,
        current: count(sql`${people.isIncluded}`),
        added: count(sql`${people.isIncluded} and not ${people.wasIncluded}`),
        removed: count(sql`${people.wasIncluded} and not ${people.isIncluded}`),
      })
      .from(people)
      .groupBy(people.segmentId);
  });
  return new Map(counted.map((each) => [each.id, each]));
}
