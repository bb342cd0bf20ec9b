import { type Slot, type Sql, sql, uint, uints } from '@quarry/clickhouse';
import type { CriteriaGroup } from '@quarry/contracts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { firstGroup, NO_GROUP, positionFit, seniorityPlace } from '../criteria-groups.sql.ts';

/** The people at companies who match a group, for FROM, with `group_at`. `isOfCompanies` is over `company_id`. */
export function candidates(groups: readonly CriteriaGroup[], isOfCompanies: Sql): Sql {
  const columns = { position: sql`position_text`, seniority: sql`seniority`, country: sql`country` };
  return sql`(SELECT company_id, item_id, raw_name, first_name, last_name, person_url, position, position_text, seniority,
      country, location, email, email_status, started_at, confirmed_at, ${firstGroup(groups, columns)} AS group_at
    FROM ${readTable('team_members')}
    PREWHERE ${isOfCompanies}
    WHERE is_current AND group_at != ${uint(NO_GROUP)})`;
}

/** The same with `place`: the rank at the company, from 1. `isOwned` is a condition over `item_id`. */
export function rankedCandidates(groups: readonly CriteriaGroup[], isOfCompanies: Sql, isOwned: Slot): Sql {
  const fit = positionFit(groups, sql`group_at`, sql`position_text`);
  return sql`(SELECT *, row_number() OVER (
      PARTITION BY company_id
      ORDER BY group_at, ${seniorityPlace(sql`seniority`)} DESC, ${fit}, ${isOwned} DESC, confirmed_at DESC NULLS LAST, item_id
    ) AS place
    FROM ${candidates(groups, isOfCompanies)})`;
}

/** A condition that the account owns the person. */
export const isOneOf = (ids: readonly string[]): Sql => (ids.length === 0 ? sql`0` : sql`item_id IN ${uints(ids)}`);

/** The best of each company, and those of `includedIds` whatever their place. */
export function bestCandidates(input: {
  readonly companyIds: readonly string[];
  readonly groups: readonly CriteriaGroup[];
  readonly perCompany: number;
  readonly ownedIds: readonly string[];
  readonly includedIds: readonly string[];
}): Sql {
  const { companyIds, groups, perCompany, ownedIds, includedIds } = input;
  return sql`SELECT toString(company_id) AS companyId, toString(item_id) AS contactId, group_at AS groupAt,
      raw_name AS rawName, first_name AS firstName, last_name AS lastName, person_url AS personUrl, position,
      toString(seniority) AS seniority, toString(country) AS country, location,
      toInt32(dateDiff('month', started_at, today())) AS tenureMonths,
      trimBoth(email) AS address, toString(email_status) AS status
    FROM ${rankedCandidates(groups, sql`company_id IN ${uints(companyIds)}`, isOneOf(ownedIds))}
    WHERE place <= ${uint(perCompany)} OR ${isOneOf(includedIds)}
    ORDER BY company_id, place`;
}

/** How people can be reached. `column` is in their rows. */
export function reachability(people: readonly { contactId: string; companyId: string }[]): Sql {
  const companyIds = [...new Set(people.map(({ companyId }) => companyId))];
  return sql`SELECT toString(item_id) AS contactId, trimBoth(email) AS address, toString(email_status) AS status, phone
    FROM ${readTable('team_members')}
    WHERE company_id IN ${uints(companyIds)} AND item_id IN ${uints(people.map(({ contactId }) => contactId))}`;
}

/** How many people a search would find at companies, and how many of them the account owns. */
export function expectedContacts(input: {
  readonly companyIds: readonly string[];
  readonly groups: readonly CriteriaGroup[];
  readonly perCompany: number;
  readonly ownedIds: readonly string[];
}): Sql {
  const { companyIds, groups, perCompany, ownedIds } = input;
  const isOwned = isOneOf(ownedIds);
  return sql`SELECT toUInt32(uniqExact(company_id)) AS companies, toUInt32(count()) AS contacts,
      toUInt32(countIf(${isOwned})) AS owned
    FROM ${rankedCandidates(groups, sql`company_id IN ${uints(companyIds)}`, isOwned)}
    WHERE place <= ${uint(perCompany)}`;
}
