import { and, eq, inArray, isNull, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { csvExports } from '@quarry/postgres/tables/exports';
import { z } from 'zod';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { type Mail, MailError } from '#server/platform/mail.ts';
import { deliver, MAIL_RETRIES } from '#server/platform/mail-job.ts';
import { type ExportRow, isOfDataset, isOfSegment } from './export.ts';

/** Mails how an export ended, with the link to its page, to its requester; at most once even after crashes. */
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
      .where(
        and(
          eq(csvExports.id, exportId),
          inArray(csvExports.status, ['COMPLETE', 'FAILED']),
          isNull(csvExports.mailedAt),
        ),
      )
      .returning();
    if (row === undefined) return null;
    const [client] = await tx.select({ name: clients.name }).from(clients).where(eq(clients.id, clientId));
    return client === undefined ? null : { row, clientName: client.name };
  });
  if (found === null) return;
  const { row, clientName } = found;
  try {
    const mail = row.status === 'FAILED' ? failureMail : completeMail;
    await deliver(ctx, mail(config.publicUrl, clientName, row), exportId);
  } catch (error) {
    if (!(error instanceof MailError) || error.failure === 'unclear') throw error;
    await db.asClient(clientId, (tx) => tx.update(csvExports).set({ mailedAt: null }).where(eq(csvExports.id, row.id)));
    throw error;
  }
}

/** Links to the export's page, not to its files. */
function completeMail(publicUrl: string, clientName: string, row: ExportRow): Mail {
  const rows = (row.rowCount ?? 0).toLocaleString('en');
  const until =
    row.expiresAt === null ? '' : ` until ${row.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    to: row.requestedByEmail,
    subject: 'Your export is ready',
    text: [
      `${nameOf(row)} is ready. It has ${rows} ${nounOf(row)}.`,
      `You can download its files${until}:`,
      pageOf(publicUrl, clientName, row),
      ...(row.note === null ? [] : [row.note]),
    ].join('\n\n'),
  };
}

function failureMail(publicUrl: string, clientName: string, row: ExportRow): Mail {
  return {
    to: row.requestedByEmail,
    subject: 'Your export failed',
    text: [
      `${nameOf(row)} failed. No file was created.`,
      ...(row.error === null ? [] : [row.error]),
      'You can start it again from its page:',
      pageOf(publicUrl, clientName, row),
    ].join('\n\n'),
  };
}

function nounOf({ type, rowCount }: ExportRow): string {
  if (isOfDataset(type)) return rowCount === 1 ? 'company' : 'companies';
  if (isOfSegment(type)) return rowCount === 1 ? 'row' : 'rows';
  return rowCount === 1 ? 'finding' : 'findings';
}

const nameOf = ({ exportName }: ExportRow): string =>
  exportName === null ? 'Your export' : `Your export “${exportName.replace(/\s+/g, ' ')}”`;

const pageOf = (publicUrl: string, clientName: string, { id }: ExportRow): string =>
  `${publicUrl}/app/${clientName}/exports/${id}`;
