import { and, asc, eq, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { ContactProvider } from '../people/contact-provider.ts';
import { VERIFIED_FOR_DAYS } from '../verified-for-days.ts';

const BATCH = 1_000;

/** Verifies the e-mails of owned contacts whose last check is too old, free of charge. */
export async function verifyAgain(ctx: JobContext, clientId: string, provider: ContactProvider): Promise<void> {
  const isDue = and(
    eq(contacts.clientId, clientId),
    eq(contacts.isFormerEmployment, false),
    sql`${contacts.verifiedAt} < now() - make_interval(days => ${VERIFIED_FOR_DAYS})`,
  );
  for (;;) {
    ctx.throwIfCancelled();
    const due = await ctx.db.asClient(
      clientId,
      (tx) =>
        tx
          .select({ contactId: contacts.contactId, companyId: contacts.companyId })
          .from(contacts)
          .where(isDue)
          .orderBy(asc(contacts.verifiedAt))
          .limit(BATCH),
      { readOnly: true },
    );
    if (due.length === 0) return;
    const emails = await provider.lookUpEmails(due, ctx.signal);
    const rows = due.map(({ contactId }) => ({ contactId, ...emails.get(contactId) }));
    await ctx.db.asClient(clientId, (tx) =>
      tx.execute(sql`update ${contacts} set
          verified_at = now(),
          email = coalesce(person.email, ${contacts.email}),
          email_verification_status = coalesce(person.status, ${contacts.emailVerificationStatus})
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as person("contactId" text, email text, status text)
        where ${contacts.clientId} = ${clientId} and ${contacts.contactId} = person."contactId"`),
    );
  }
}
