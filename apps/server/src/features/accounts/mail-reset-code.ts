import { eq } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';
import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { enqueueMail } from '#server/platform/mail-job.ts';
import { isWithin } from '#server/platform/rate-limits.ts';
import { mayHaveAccess } from './identity/demo-users.ts';
import { resetCodeMail } from './identity/mails.ts';
import { createResetCode } from './identity/reset-codes.ts';
import { CODES_FOR_STRANGERS } from './identity/sign-in-limits.ts';

/** Mails a reset code if the address belongs to a user. Requests for any address enqueue it, so they all look the same. */
export const resetCodeJob = defineJob({
  type: 'reset-code',
  input: z.object({
    /** Encrypted: people type other secrets into this field by mistake. */
    sealedEmail: z.string(),
    isStranger: z.boolean(),
    expiresAt: z.iso.datetime(),
  }),
  concurrency: 4,
  timeoutMs: 60_000,
  async run(ctx, { sealedEmail, isStranger, expiresAt }) {
    const expires = new Date(expiresAt);
    const email = ctx.secrets.decrypt(sealedEmail);
    if (expires <= new Date() || !mayHaveAccess(email, ctx.config)) return;
    if (isStranger && !(await isWithin(ctx.db, CODES_FOR_STRANGERS, email))) return;
    await ctx.db.asSystem(async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
      if (user === undefined) return;
      const code = await createResetCode(tx, ctx.secrets, user.id, expires);
      await enqueueMail(tx, ctx, resetCodeMail(ctx.config.publicUrl, email, code), { expiresAt: expires });
    });
  },
});
