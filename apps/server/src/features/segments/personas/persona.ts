import {
  AppError,
  type CriteriaGroup,
  criteriaGroups,
  type Persona,
  type SearchOptions,
  searchOptions,
} from '@quarry/contracts';
import { and, asc, eq, inArray, type SQL, sql, type Transaction } from '@quarry/postgres';
import { personaCompanies, personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';

/** A row of `personas` with its JSON parsed. */
export type PersonaRow = Omit<typeof personas.$inferSelect, 'criteriaGroups' | 'searchOptions'> & {
  readonly criteriaGroups: readonly CriteriaGroup[];
  readonly searchOptions: SearchOptions;
};

export function readPersonaRow(row: typeof personas.$inferSelect): PersonaRow {
  return {
    ...row,
    criteriaGroups: criteriaGroups.parse(row.criteriaGroups),
    searchOptions: searchOptions.parse(row.searchOptions),
  };
}

/** Throws NOT_FOUND unless the account has the segment. */
export async function assertSegment(tx: Transaction, clientId: string, segmentId: string): Promise<void> {
  const isOwn = and(eq(segments.clientId, clientId), eq(segments.id, segmentId));
  if ((await tx.$count(segments, isOwn)) === 0) {
    throw noSegment(segmentId);
  }
}

export const noSegment = (segmentId: string) => new AppError('NOT_FOUND', 'There is no such segment.', { segmentId });

/** Names a persona of an account in its segment. */
export interface PersonaKey {
  readonly segmentId: string;
  readonly personaId: string;
}

/** Matches the row of one of the client's personas. */
export const personaOf = (clientId: string, { segmentId, personaId }: PersonaKey) =>
  and(eq(personas.clientId, clientId), eq(personas.segmentId, segmentId), eq(personas.id, personaId));

/** Reads a persona and keeps others from changing it until the transaction ends. Throws NOT_FOUND. */
export async function lockPersona(tx: Transaction, clientId: string, key: PersonaKey): Promise<PersonaRow> {
  const [row] = await tx.select().from(personas).where(personaOf(clientId, key)).for('update');
  if (row === undefined) throw noPersona(key.personaId);
  return readPersonaRow(row);
}

export const noPersona = (personaId: string) => new AppError('NOT_FOUND', 'There is no such persona.', { personaId });

// Columns are written out: in a statement over one table, Drizzle leaves out the tables' names.
const finishedCompanies = sql<number>`(select count(*)::int from ${personaCompanies} done
  where done.persona_id = ${personas}.id and done.revision = ${personas}.revision)`;
const includedContacts = sql<number>`(select count(*)::int from ${segmentContacts} found
  where found.persona_id = ${personas}.id and found.inclusion_status = 'INCLUDED')`;

/** Reads personas as the API describes them, oldest first. */
export async function readPersonas(
  tx: Transaction,
  where: SQL | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number } = { limit: 1_000_000, offset: 0 },
): Promise<Persona[]> {
  const rows = await tx
    .select({ persona: personas, finished: finishedCompanies, included: includedContacts })
    .from(personas)
    .where(where)
    .orderBy(asc(personas.createdAt), asc(personas.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ persona, finished, included }) => toPersona(readPersonaRow(persona), finished, included));
}

/** The personas of segments, by segment, oldest first. */
export async function personasOfSegments(
  tx: Transaction,
  clientId: string,
  segmentIds: readonly string[],
): Promise<Map<string, Persona[]>> {
  const found = await readPersonas(
    tx,
    and(eq(personas.clientId, clientId), inArray(personas.segmentId, [...segmentIds])),
  );
  return Map.groupBy(found, ({ segmentId }) => segmentId);
}

/** Reads one persona as the API describes it. Throws NOT_FOUND. */
export async function findPersona(tx: Transaction, clientId: string, key: PersonaKey): Promise<Persona> {
  const [found] = await readPersonas(tx, personaOf(clientId, key));
  if (found === undefined) throw noPersona(key.personaId);
  return found;
}

function toPersona(row: PersonaRow, finished: number, included: number): Persona {
  const { id, segmentId, name, searchStatus, errorReason, searchNote } = row;
  return {
    id,
    segmentId,
    name,
    criteriaGroups: [...row.criteriaGroups],
    searchOptions: row.searchOptions,
    searchStatus,
    errorReason,
    searchNote,
    searchProgressCompanies: finished,
    sizeContacts: included,
    createdAt: row.createdAt.toISOString(),
  };
}
