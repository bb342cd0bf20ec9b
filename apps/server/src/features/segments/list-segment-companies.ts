import type * as contracts from '@quarry/contracts';
import { type FieldValue, type InputOf, type SegmentCompanyRow, segmentCompanyRow } from '@quarry/contracts';
import { and, asc, eq, inArray } from '@quarry/postgres';
import { personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { z } from 'zod';
import { findCompanies } from '#server/features/companies/find-companies.ts';
import { allOf, searchMatch } from '#server/features/companies/search.sql.ts';
import { searchConditions, searchOrder } from '#server/features/companies/search-conditions.ts';
import { type Dataset, openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { findSegment } from './segment.ts';
import { type CurrentRun, isListed, latestStays, removedAndGone } from './segment-companies.sql.ts';

type Input = InputOf<typeof contracts.listSegmentCompanies>;
type PlainRow = Pick<SegmentCompanyRow, '__company_id' | 'name' | '__domain'> & Readonly<Record<string, FieldValue>>;

const goneRow = z.object({ id: z.string(), name: z.string(), domain: z.string() });
const stayRow = z.object({ id: z.string(), addedAt: z.number(), removedAt: z.number().nullable() });

/**
 * Lists the companies of a segment. Removed ones that the dataset has no more come after the others. Throws NOT_FOUND,
 * and VALIDATION_FAILED for an unknown column to sort by.
 */
export const listSegmentCompanies: Verb<typeof contracts.listSegmentCompanies> = async (scope, input) => {
  const dataset = await openDataset(scope);
  const order = searchOrder(dataset, input);
  const { id: segmentId, run } = await scope.read((tx) => findSegment(tx, scope.client.id, input.segmentId));
  if (run === null) return { companies: [], companiesCnt: 0 };
  const current = { clientName: scope.client.name, segmentId, run };
  const { search, limit, offset } = input;
  const isIncluded = isListed(current, { active: input.include_active, removed: input.include_removed });
  const isFound = searchMatch(searchConditions(dataset, { filters: null, search, tab: 'ALL' }));
  const match = allOf(isIncluded, isFound);
  const known = await findCompanies(scope, dataset, { match, order, offset, limit, isCounted: true });
  const gone = await findGone(scope, dataset, current, input, known.companiesCnt);
  return {
    companies: await withStays(scope, current, [...known.companies, ...gone.rows]),
    companiesCnt: known.companiesCnt + gone.count,
  };
};

/** The part of the page after the companies of the dataset. */
async function findGone(
  scope: ClientScope,
  dataset: Dataset,
  current: CurrentRun,
  { search, limit, offset, include_removed }: Input,
  known: number,
): Promise<{ rows: PlainRow[]; count: number }> {
  if (!include_removed) return { rows: [], count: 0 };
  const page = {
    search,
    limit: Math.max(0, Math.min(limit, offset + limit - known)),
    offset: Math.max(0, offset - known),
  };
  const options = { lane: 'people', signal: scope.request.signal } as const;
  // One row more than none, so that the engine counts.
  const statement = removedAndGone(current, dataset, { ...page, limit: Math.max(1, page.limit) });
  const { rows, rowsBeforeLimit } = await scope.warehouse.rowsWithTotal(statement, goneRow, options);
  const empty = Object.fromEntries(dataset.schema.map(({ fieldName }) => [fieldName, null]));
  return {
    rows: rows
      .slice(0, page.limit)
      .map(({ id, name, domain }) => ({ ...empty, __company_id: id, name, __domain: domain })),
    count: rowsBeforeLimit,
  };
}

async function withStays(
  scope: ClientScope,
  current: CurrentRun,
  rows: readonly PlainRow[],
): Promise<SegmentCompanyRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.__company_id);
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const [stays, matched] = await Promise.all([
    scope.warehouse.rows(latestStays(current, ids), stayRow, options),
    readMatchedPersonas(scope, current.segmentId, ids),
  ]);
  const byId = new Map(stays.map((stay) => [stay.id, stay]));
  return rows.flatMap((row): SegmentCompanyRow[] => {
    const stay = byId.get(row.__company_id);
    if (stay === undefined) return [];
    const { addedAt, removedAt } = stay;
    return [
      segmentCompanyRow.parse({
        ...row,
        matched_personas: matched.get(row.__company_id) ?? [],
        __segmentStatus: {
          isActive: removedAt === null,
          addedAt: toIso(addedAt),
          removedAt: removedAt === null ? null : toIso(removedAt),
        },
      }),
    ];
  });
}

const toIso = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** The names of the personas that include somebody at these companies, by company. */
async function readMatchedPersonas(
  scope: ClientScope,
  segmentId: string,
  companyIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await scope.read((tx) =>
    tx
      .selectDistinct({ companyId: segmentContacts.companyId, name: personas.name })
      .from(segmentContacts)
      .innerJoin(personas, eq(personas.id, segmentContacts.personaId))
      .where(
        and(
          eq(segmentContacts.clientId, scope.client.id),
          eq(segmentContacts.segmentId, segmentId),
          inArray(segmentContacts.companyId, [...companyIds]),
          eq(segmentContacts.inclusionStatus, 'INCLUDED'),
        ),
      )
      .orderBy(asc(personas.name)),
  );
  const byCompany = Map.groupBy(found, ({ companyId }) => companyId);
  return new Map([...byCompany].map(([id, each]) => [id, each.map(({ name }) => name)]));
}
