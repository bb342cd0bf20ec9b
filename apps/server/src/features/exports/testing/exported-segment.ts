import { createTable } from '@quarry/clickhouse';
import type { InclusionStatus, RemovedReason } from '@quarry/contracts';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { segmentMembersTable } from '#server/features/datasets/segment-members.ts';
import type { Platform } from '#server/platform/scope.ts';

/** A person whom a persona found; owned by the account if there is an e-mail. */
export interface FoundPerson {
  readonly persona: string;
  readonly companyId: string;
  readonly contactId: string;
  readonly name?: string;
  readonly status?: InclusionStatus;
  readonly reason?: RemovedReason;
  readonly rank?: number;
  readonly email?: string;
  readonly emailStatus?: 'verified' | 'invalid' | 'other';
  readonly phone?: string;
}

/** Creates a computed segment with companies and people; returns the ids of segment and personas. */
export async function createExportedSegment(
  { db, warehouse }: Pick<Platform, 'db' | 'warehouse'>,
  client: { readonly id: string; readonly name: string },
  companies: { readonly active: readonly string[]; readonly removed?: readonly string[] },
  people: readonly FoundPerson[] = [],
): Promise<{ segmentId: string; personaIds: ReadonlyMap<string, string> }> {
  const table = segmentMembersTable(client.name);
  await createTable(warehouse, table);
  const made = await db.asClient(client.id, async (tx) => {
    const [segment] = await tx
      .insert(segments)
      .values({
        clientId: client.id,
        name: `Segment ${Math.random()}`,
        inclusions: { domains: [] },
        exclusions: { domains: [], segmentIds: [] },
        run: 1,
      })
      .returning({ id: segments.id });
    const segmentId = segment?.id ?? '';
    const personaIds = new Map<string, string>();
    for (const name of new Set(people.map(({ persona }) => persona))) {
      const [persona] = await tx
        .insert(personas)
        .values({
          clientId: client.id,
          segmentId,
          name,
          criteriaGroups: [{ seniorities: ['head'] }],
          searchOptions: {},
        })
        .returning({ id: personas.id });
      personaIds.set(name, persona?.id ?? '');
    }
    for (const person of people) {
      const { companyId, contactId, status = 'INCLUDED', name = `Person ${contactId}` } = person;
      await tx.insert(segmentContacts).values({
        clientId: client.id,
        segmentId,
        personaId: personaIds.get(person.persona) ?? '',
        companyId,
        contactId,
        groupAt: 0,
        rank: person.rank ?? null,
        inclusionStatus: status,
        includedAt: status === 'CANDIDATE_CHECKED_NOT_INCLUDED' ? null : new Date('2026-02-03T04:05:06Z'),
        removedAt: status === 'WAS_INCLUDED_REMOVED' ? new Date('2026-03-04T05:06:07Z') : null,
        removedReason: person.reason ?? null,
        rawName: name,
        firstName: 'Person',
        lastName: contactId,
        personUrl: `https://people.example/in/${contactId}`,
        position: 'Head of Sales',
        seniority: 'head',
        country: 'DE',
      });
      if (person.email === undefined) continue;
      await tx
        .insert(contacts)
        .values({
          clientId: client.id,
          contactId,
          companyId,
          email: person.email,
          emailVerificationStatus: person.emailStatus ?? 'verified',
          phoneNumber: person.phone ?? null,
        })
        .onConflictDoNothing();
    }
    return { segmentId, personaIds };
  });
  const stay = (company_id: string, removed_at: string | null) => ({
    segment_id: made.segmentId,
    run: 1,
    company_id,
    added_at: '2026-01-01 00:00:00',
    removed_at,
  });
  await warehouse.insert({ database: table.database, table: table.name }, [
    ...companies.active.map((id) => stay(id, null)),
    ...(companies.removed ?? []).map((id) => stay(id, '2026-02-02 00:00:00')),
  ]);
  return made;
}
