import type * as contracts from '@quarry/contracts';
import { z } from 'zod';
import { findIdentities } from '#server/features/universe/find-identities.ts';
import type { Verb } from '#server/platform/mount.ts';
import { countOverrides, listOverrides } from './toolbox.sql.ts';

const countRow = z.object({ count: z.number() });
const overrideRow = z.object({
  domain: z.string(),
  linked_in_id: z.string(),
  set_by: z.string(),
  set_at: z.number(),
});

/** Lists the links of domains to LinkedIn ids, the newest first. */
export const listDomainOverrides: Verb<typeof contracts.listDomainOverrides> = async (scope, { search, ...page }) => {
  const { warehouse } = scope;
  const { signal } = scope.request;
  const [rows, [counted]] = await Promise.all([
    warehouse.rows(listOverrides(search.trim(), page), overrideRow, { signal }),
    warehouse.rows(countOverrides(search.trim()), countRow, { signal }),
  ]);
  const sought = rows.map((row) => ({ domain: row.domain, linkedInId: row.linked_in_id }));
  const found = await findIdentities(warehouse, sought, signal);
  return {
    items: rows.map((row, at) => ({
      domain: row.domain,
      linkedInId: row.linked_in_id,
      companyId: found[at]?.companyId ?? null,
      companyName: found[at]?.company?.name ?? null,
      setBy: row.set_by,
      setAt: new Date(row.set_at * 1_000).toISOString(),
    })),
    count: counted?.count ?? 0,
  };
};
