import { and, eq, isNull, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { csvExports } from '@quarry/postgres/tables/exports';
import { z } from 'zod';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { type Mail, MailError } from '#server/platform/mail.ts';
import { deliver, MAIL_RETRIES } from '#server/platform/mail-job.ts';

/** Mails the link to an export's page to its requester, at most once even after crashes. */
export const exportMail = defineJob({
  type: 'export-mail',
  input: z.object({ clientId: z.string(), exportId: z.string() }),
  concurrency: 4,
  ...MAIL_RETRIES,
  run: mailExport,
});

export async function mailExport(
  ctx: Pick<JobContext, 'config' | 'db' | 'log' | 'mailer' | 'problems'>,
  { clientId, exportId }: { readonly clientId: string; readonly exportId: string },
): Promise<void> {
  const { config, db } = ctx;
  // Recorded before sending, so that a process killed in between never sends a second mail.
  const found = await db.asClient(clientId, async (tx) => {
    const [row] = await tx
      .update(csvExports)
      .set({ mailedAt: sql`now()` })
      .where(and(eq(csvExports.id, exportId), eq(csvExports.status, 'COMPLETE'), isNull(csvExports.mailedAt)))
      .returning();
    if (row === undefined) return null;
    const [client] = await tx.select({ name: clients.name }).from(clients).where(eq(clients.id, clientId));
    return client === undefined ? null : { row, clientName: client.name };
  });
  if (found === null) return;
  const { row, clientName } = found;
  try {
    await deliver(ctx, completeMail(config.publicUrl, clientName, row), exportId);
  } catch (error) {
    if (!(error instanceof MailError) || error.failure === 'unclear') throw error;
    await db.asClient(clientId, (tx) => tx.update(csvExports).set({ mailedAt: null }).where(eq(csvExports.id, row.id)));
    throw error;
  }
}

/** Links to the export's page, not to its files. */
function completeMail(publicUrl: string, clientName: string, row: typeof csvExports.$inferSelect): Mail {
  const name = row.exportName === null ? 'Your export' : `Your export “${row.exportName.replace(/\s+/g, ' ')}”`;
  const rows = (row.rowCount ?? 0).toLocaleString('en');
  const until =
    row.expiresAt === null ? '' : ` until ${row.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    to: row.requestedByEmail,
    subject: 'Your export is ready',
    text: [
      `${name} is ready. It has ${rows} ${row.rowCount === 1 ? 'company' : 'companies'}.`,
      `You can download its files${until}:`,
      `${publicUrl}/app/${clientName}/exports/${row.id}`,
      ...(row.note === null ? [] : [row.note]),
    ].join('\n\n'),
  };
}
