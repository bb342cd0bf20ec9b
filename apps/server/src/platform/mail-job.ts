import { eq, type Transaction } from '@quarry/postgres';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { enqueueJob } from './jobs/enqueue-job.ts';
import { defineJob, type JobContext } from './jobs/jobs.ts';
import { type Mail, MailError } from './mail.ts';
import type { Platform } from './scope.ts';

/** A job that sends a mail is tried for two days, at most every ten minutes. */
export const MAIL_RETRIES = { maxAttempts: 300, retryDelayMs: 10_000, timeoutMs: 5 * 60_000 } as const;

const mail = z.object({ to: z.string(), subject: z.string(), text: z.string() });

/** Sends a mail. It is encrypted, because it may contain a password or a code; null once it is sent or given up. */
export const mailJob = defineJob({
  type: 'mail',
  input: z.object({ sealed: z.string().nullable(), expiresAt: z.iso.datetime().nullable() }),
  concurrency: 4,
  ...MAIL_RETRIES,
  async run(ctx, { sealed, expiresAt }) {
    if (sealed === null) return;
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
      ctx.log.warn('a mail expired before it could be sent');
      await eraseMail(ctx);
      return;
    }
    try {
      await deliver(ctx, mail.parse(JSON.parse(ctx.secrets.decrypt(sealed))), ctx.jobId);
    } catch (error) {
      const isFinal = error instanceof MailError && error.status < 500;
      if (isFinal || ctx.attempt >= MAIL_RETRIES.maxAttempts) await eraseMail(ctx);
      throw error;
    }
    await eraseMail(ctx);
  },
});

async function eraseMail({ db, jobId }: Pick<JobContext, 'db' | 'jobId'>): Promise<void> {
  const erased: z.input<typeof mailJob.input> = { sealed: null, expiresAt: null };
  await db.asSystem((tx) => tx.update(jobs).set({ input: erased }).where(eq(jobs.id, jobId)));
}

/**
 * Promises a mail in the transaction that it is about, unless mail is off. It is not sent after `expiresAt`. The job
 * belongs to the account that the transaction names, if it names one.
 */
export async function enqueueMail(
  tx: Transaction,
  { config, log, secrets }: Pick<Platform, 'config' | 'log' | 'secrets'>,
  content: Mail,
  { clientId = null, expiresAt = null }: { readonly clientId?: string | null; readonly expiresAt?: Date | null } = {},
): Promise<void> {
  if (!config.isMailOn) {
    logDropped(log, content);
    return;
  }
  const sealed = secrets.encrypt(JSON.stringify(content));
  await enqueueJob(tx, mailJob, clientId, { sealed, expiresAt: expiresAt?.toISOString() ?? null });
}

/** Sends a mail from a job, and reports to the operator while no mail can leave. Drops it if mail is off. */
export async function deliver(
  { config, log, mailer, problems }: Pick<JobContext, 'config' | 'log' | 'mailer' | 'problems'>,
  content: Mail,
  id?: string,
): Promise<void> {
  if (!config.isMailOn) {
    logDropped(log, content);
    return;
  }
  try {
    await mailer.send(content, id);
    problems.settle('mail');
  } catch (error) {
    if (error instanceof MailError && error.failure === 'unreachable') {
      const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
      problems.report(
        'mail',
        `Mails cannot be sent${reason}. They are kept for two days and sent as soon as possible. Check the mail server and SMTP_URL.`,
        { stopsWork: false },
      );
    }
    throw error;
  }
}

function logDropped(log: Platform['log'], { subject }: Mail): void {
  log.info({ subject }, 'a mail was dropped, because MAIL is off');
}
