import { sql as engineSql, IN_LARGE_BLOCKS, uints } from '@quarry/clickhouse';
import { and, eq, sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personaCompanies, personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { z } from 'zod';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { includedBy, removeContacts, renumber } from '../apply-definition.ts';
import { lockQueue } from '../lock-queue.ts';
import { candidates } from '../people/candidates.sql.ts';
import { lockPersona, type PersonaRow, readPersonaRow } from '../persona.ts';

/** Contacts per statement. */
const BATCH = 10_000;
const idRow = z.object({ id: z.string() });

/**
 * Removes contacts of a dynamic segment who left their company, no longer match, or cannot be reached any more. Their
 * companies count as not searched, so that the next candidates take their places.
 */
export async function recheckSegment(ctx: JobContext, clientId: string, segmentId: string): Promise<void> {
  const rows = await ctx.db.asClient(
    clientId,
    (tx) =>
      tx
        .select()
        .from(personas)
        .where(and(eq(personas.clientId, clientId), eq(personas.segmentId, segmentId))),
    { readOnly: true },
  );
  for (const persona of rows.map(readPersonaRow)) await recheckPersona(ctx, clientId, persona);
}

async function recheckPersona(ctx: JobContext, clientId: string, persona: PersonaRow): Promise<void> {
  let after = 0;
  for (;;) {
    ctx.throwIfCancelled();
    const included = await ctx.db.asClient(
      clientId,
      (tx) =>
        tx
          .select({
            id: segmentContacts.id,
            contactId: segmentContacts.contactId,
            companyId: segmentContacts.companyId,
          })
          .from(segmentContacts)
          .where(and(includedBy(persona.id), sql`${segmentContacts.id} > ${after}`))
          .orderBy(segmentContacts.id)
          .limit(BATCH),
      { readOnly: true },
    );
    const last = included.at(-1);
    if (last === undefined) break;
    after = last.id;
    const companyIds = [...new Set(included.map(({ companyId }) => companyId))];
    const isOfCompanies = engineSql`company_id IN ${uints(companyIds)}`;
    const matching = await ctx.warehouse.rows(
      engineSql`SELECT toString(item_id) AS id FROM ${candidates(persona.criteriaGroups, isOfCompanies)}
        WHERE item_id IN ${uints(included.map(({ contactId }) => contactId))}`,
      idRow,
      { lane: 'jobs', signal: ctx.signal, settings: IN_LARGE_BLOCKS },
    );
    const stillMatching = new Set(matching.map(({ id }) => id));
    const gone = included.filter(({ contactId }) => !stillMatching.has(contactId)).map(({ id }) => id);
    if (!(await removeGone(ctx, clientId, persona, gone))) return;
  }
}

/** Returns false if the persona was edited or deleted meanwhile. */
async function removeGone(
  ctx: JobContext,
  clientId: string,
  { id: personaId, segmentId, revision }: PersonaRow,
  gone: readonly number[],
): Promise<boolean> {
  return ctx.db.asClient(clientId, async (tx) => {
    await lockQueue(tx, clientId);
    const isThere = and(eq(personas.id, personaId), eq(personas.revision, revision));
    if ((await tx.$count(personas, isThere)) === 0) return false;
    const persona = await lockPersona(tx, clientId, { segmentId, personaId });
    await ctx.saveCheckpoint(null, tx);
    const isGone = sql`${segmentContacts.id} = any(${sql.param(gone)}::bigint[])`;
    await reopen(tx, persona, isGone);
    await removeContacts(tx, and(includedBy(personaId), isGone), 'CONTACT_NO_LONGER_MATCH_CRITERIA');
    if (persona.searchOptions.isEmailRequired) {
      const isInvalid = sql`exists (select 1 from ${contacts} owned
        where owned.client_id = ${segmentContacts.clientId} and owned.contact_id = ${segmentContacts.contactId}
          and owned.email_verification_status = 'invalid')`;
      await reopen(tx, persona, isInvalid);
      await removeContacts(tx, and(includedBy(personaId), isInvalid), 'EMAIL_NO_LONGER_VALID');
    }
    await renumber(tx, personaId);
    return true;
  });
}

/** The companies of these contacts count as not searched. */
async function reopen(tx: Transaction, { id }: PersonaRow, isGone: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(sql`delete from ${personaCompanies}
    where persona_id = ${id} and company_id in (
      select company_id from ${segmentContacts} where ${includedBy(id)} and ${isGone})`);
}
