import { inSubquery, join, type Sql, sql, text, uint, uints, volatile } from '@quarry/clickhouse';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { stays } from '#server/features/datasets/segment-members.ts';
import { readTable } from '#server/features/universe/universe-table.ts';

/** A segment's current run. */
export interface CurrentRun {
  readonly clientName: string;
  readonly segmentId: string;
  readonly run: number;
}

/** Which companies of a segment to list. */
export interface ChosenStays {
  readonly active: boolean;
  readonly removed: boolean;
}

const staysOf = ({ clientName, segmentId, run }: CurrentRun): Sql => stays(clientName, new Map([[segmentId, run]]));

const isRemoved = sql`countIf(removed_at IS NULL) = 0`;

/** The condition that a company of the dataset is in the segment, or was. */
export function isListed(current: CurrentRun, { active, removed }: ChosenStays): Sql {
  if (!active && !removed) return sql`0`;
  const which = active === removed ? sql`1` : active ? sql`countIf(removed_at IS NULL) > 0` : isRemoved;
  const ids = sql`SELECT company_id FROM ${staysOf(current)} GROUP BY company_id HAVING ${which}`;
  return volatile(inSubquery(sql`__company_id`, ids));
}

/** Removed companies that the dataset has no more, by name: `id`, `name` and `domain` in the universe. */
export function removedAndGone(
  current: CurrentRun,
  dataset: Dataset,
  { search, limit, offset }: { readonly search: string; readonly limit: number; readonly offset: number },
): Sql {
  const gone = sql`SELECT company_id
    FROM ${staysOf(current)}
      AND company_id GLOBAL NOT IN (SELECT __company_id FROM ${dataset.table()})
    GROUP BY company_id
    HAVING ${isRemoved}`;
  const term = search.trim().toLowerCase();
  const isFound =
    term === ''
      ? sql`1`
      : sql`(${join(
          [sql`lowerUTF8(known.name)`, sql`known.domain`].map((each) => sql`position(${each}, ${text(term)}) > 0`),
          ' OR ',
        )})`;
  return sql`SELECT toString(gone.company_id) AS id, known.name AS name, known.domain AS domain
    FROM (${gone}) AS gone
    GLOBAL LEFT JOIN (
      SELECT company_id, name, domain
      FROM ${readTable('companies')}
      WHERE ${inSubquery(sql`company_id`, gone)}
    ) AS known ON known.company_id = gone.company_id
    WHERE ${isFound}
    ORDER BY lowerUTF8(name), gone.company_id
    LIMIT ${uint(limit)} OFFSET ${uint(offset)}`;
}

/** The latest stays of companies: `id`, `addedAt`, and `removedAt` or null. */
export function latestStays(current: CurrentRun, companyIds: readonly string[]): Sql {
  return sql`SELECT
      toString(company_id) AS id,
      argMax((added_at, removed_at), (added_at, removed_at IS NULL)) AS stay,
      toUnixTimestamp(stay.1) AS addedAt,
      toUnixTimestamp(stay.2) AS removedAt
    FROM ${staysOf(current)} AND company_id IN ${uints(companyIds)}
    GROUP BY company_id`;
}

/** By how many companies the segment grew on each day with a change: `day`, `change`. */
export function dailyChanges(current: CurrentRun): Sql {
  return sql`SELECT toString(toDate(at)) AS day, toInt32(sum(change)) AS change
    FROM (
      SELECT added_at AS at, 1 AS change FROM ${staysOf(current)}
      UNION ALL
      SELECT assumeNotNull(removed_at) AS at, -1 AS change FROM ${staysOf(current)} AND removed_at IS NOT NULL)
    GROUP BY day
    ORDER BY day`;
}
