import { sql as engineSql, uints } from '@quarry/clickhouse';
import { and, eq, gt, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { z } from 'zod';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';

const BATCH = 10_000;
const idRow = z.object({ id: z.string() });

/** Marks owned contacts who have left their company. */
export async function updateEmployments(ctx: JobContext, clientId: string): Promise<void> {
  let after = '';
  for (;;) {
    ctx.throwIfCancelled();
    const current = await ctx.db.asClient(
      clientId,
      (tx) =>
        tx
          .select({ contactId: contacts.contactId, companyId: contacts.companyId })
          .from(contacts)
          .where(
            and(
              eq(contacts.clientId, clientId),
              eq(contacts.isFormerEmployment, false),
              gt(contacts.contactId, after),
              // Others come from elsewhere, so the universe doesn't know them.
              sql`${contacts.contactId} ~ '^[0-9]{1,20}$' and ${contacts.companyId} ~ '^[0-9]{1,20}$'`,
            ),
          )
          .orderBy(contacts.contactId)
          .limit(BATCH),
      { readOnly: true },
    );
    const last = current.at(-1);
    if (last === undefined) return;
    after = last.contactId;
    const left = await ctx.warehouse.rows(
      engineSql`SELECT toString(item_id) AS id FROM ${readTable('team_members')}
        WHERE NOT is_current AND company_id IN ${uints([...new Set(current.map(({ companyId }) => companyId))])}
          AND item_id IN ${uints(current.map(({ contactId }) => contactId))}`,
      idRow,
      { lane: 'jobs', signal: ctx.signal },
    );
    const leftIds = left.map(({ id }) => id);
    if (leftIds.length === 0) continue;
    await ctx.db.asClient(clientId, (tx) =>
      tx
        .update(contacts)
        .set({ isFormerEmployment: true })
        .where(and(eq(contacts.clientId, clientId), sql`${contacts.contactId} = any(${sql.param(leftIds)}::text[])`)),
    );
  }
}
