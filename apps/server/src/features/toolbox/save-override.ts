import { z } from 'zod';
import type { StaffScope } from '#server/platform/scope.ts';
import { storedOverride } from './toolbox.sql.ts';

const TABLE = { database: 'universe', name: 'domain_overrides' };

const storedRow = z.object({ linked_in_id: z.string(), is_removed: z.boolean(), version: z.string() });

/** The link of a domain; null if there is none or it was removed. `version` is that of the newest row, 0 without one. */
export async function readOverride(
  { warehouse, request }: Pick<StaffScope, 'warehouse' | 'request'>,
  domain: string,
): Promise<{ readonly linkedInId: string | null; readonly version: bigint }> {
  const [row] = await warehouse.rows(storedOverride(domain), storedRow, { signal: request.signal });
  if (row === undefined) return { linkedInId: null, version: 0n };
  return { linkedInId: row.is_removed ? null : row.linked_in_id, version: BigInt(row.version) };
}

/** Writes a newer version of the link, which replaces the one from before. */
export async function saveOverride(
  scope: Pick<StaffScope, 'ledger' | 'user'>,
  link: { readonly domain: string; readonly linkedInId: string; readonly isRemoved: boolean; readonly after: bigint },
): Promise<Date> {
  const setAt = new Date();
  await scope.ledger.recordWrites([TABLE], (warehouse) =>
    warehouse.insert({ database: TABLE.database, table: TABLE.name }, [
      {
        domain: link.domain,
        linked_in_id: link.linkedInId,
        company_id: 0,
        set_by: scope.user.email,
        set_at: setAt.toISOString(),
        is_removed: link.isRemoved,
        // By the clock, but never below the row that it replaces.
        version: String(link.after >= BigInt(setAt.getTime()) ? link.after + 1n : BigInt(setAt.getTime())),
      },
    ]),
  );
  return setAt;
}
