import { eq, or, sql, type Transaction } from '@quarry/postgres';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { isSought, type KnownPerson, storedUrlPattern } from './known-person.ts';

/** A row about the person among the people that personas found. */
export interface PersonSegmentRow {
  readonly id: number;
  readonly clientId: string;
  readonly segmentName: string;
}

/** The rows of all accounts' segments about the person, also those of people who were only checked. */
export async function readSegmentRowsOf(tx: Transaction, person: KnownPerson): Promise<PersonSegmentRow[]> {
  const rows = await tx
    .select({
      id: segmentContacts.id,
      clientId: segmentContacts.clientId,
      segmentName: segments.name,
      contactId: segmentContacts.contactId,
      personUrl: segmentContacts.personUrl,
    })
    .from(segmentContacts)
    .innerJoin(segments, eq(segments.id, segmentContacts.segmentId))
    .where(
      or(
        sql`${segmentContacts.contactId} = any(${sql.param(person.contactIds)}::text[])`,
        sql`${segmentContacts.personUrl} ~* ${storedUrlPattern(person.personUrls)}::text`,
      ),
    );
  const known = new Set(person.contactIds);
  return rows.filter(
    ({ contactId, personUrl }) => known.has(contactId) || isSought({ email: null, personUrl }, person),
  );
}
