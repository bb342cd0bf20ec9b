import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTable, ident, sql } from '@quarry/clickhouse';
import type { CreditType, Persona } from '@quarry/contracts';
import * as contracts from '@quarry/contracts';
import { asc, eq } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { appendCreditEntry } from '#server/features/accounts/credits/append-credit-entry.ts';
import { grantCredits } from '#server/features/accounts/credits/grant-credits.ts';
import { segmentMembersTable } from '#server/features/datasets/segment-members.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import type { EmailVerifier } from '#server/platform/email-verifier.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { onSegmentsChanged } from '../upkeep/persona-upkeep.ts';

/** An account with a segment. */
export interface TestSegment {
  readonly clientId: string;
  readonly clientName: string;
  readonly segmentId: string;
  readonly caller: Caller;
}

/** A row of `team_members`; everything but the first three has a default. */
export interface TestPersonRow {
  readonly company_id: number | string;
  readonly item_id: number | string;
  readonly position: string;
  readonly [column: string]: unknown;
}

/** A server with people in its universe. */
export interface PersonaWorld {
  readonly server: TestServer;
  put(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  putPeople(people: readonly TestPersonRow[]): Promise<void>;
  /** Creates an account with a segment of these companies; credits of types that are not given are unlimited. */
  segment(
    name: string,
    companyIds: readonly number[],
    credits?: Partial<Record<CreditType, number>>,
  ): Promise<TestSegment>;
  /** Gives the segment other companies, as a refresh does. */
  changeCompanies(segment: TestSegment, companyIds: readonly number[]): Promise<void>;
  /** Waits until the account has no unfinished job. */
  idle(segment: Pick<TestSegment, 'clientId'>): Promise<void>;
  /** Keeps searches of the segment from including anybody until `work` ends. */
  paused<T>(segment: TestSegment, work: () => Promise<T>): Promise<T>;
  /** Takes credits away after a search was started and before it includes anybody. */
  spend(segment: TestSegment, creditType: CreditType, amount: number, start: () => Promise<void>): Promise<void>;
  grant(segment: TestSegment, creditType: CreditType, amount: number): Promise<void>;
  persona(segment: TestSegment, saved: SavedPersona): Promise<Persona>;
  start(segment: TestSegment, persona: Pick<Persona, 'id'>): Promise<void>;
  /** Waits until no search of the segment waits or runs; returns its personas. */
  settled(segment: TestSegment): Promise<Persona[]>;
  /** Starts the search and waits for its end. */
  search(segment: TestSegment, persona: Pick<Persona, 'id'>): Promise<Persona>;
  ledger(segment: TestSegment): Promise<(typeof creditLedger.$inferSelect)[]>;
  owned(segment: TestSegment): Promise<(typeof contacts.$inferSelect)[]>;
  found(segment: TestSegment): Promise<(typeof segmentContacts.$inferSelect)[]>;
  close(): Promise<void>;
}

export interface SavedPersona {
  readonly name: string;
  readonly criteriaGroups: readonly Partial<contracts.CriteriaGroup>[];
  readonly searchOptions?: Partial<contracts.SearchOptions>;
}

export async function openPersonaWorld(emailVerifier?: EmailVerifier): Promise<PersonaWorld> {
  const server = await startTestServer({}, emailVerifier === undefined ? {} : { emailVerifier });
  const { platform } = server;
  const { db, warehouse } = platform;
  const insert = (table: string, rows: readonly Readonly<Record<string, unknown>>[]) =>
    warehouse.insert({ database: UNIVERSE, table }, rows, { columns: Object.keys(rows[0] ?? {}) });

  const insertMembers = async (name: string, segmentId: string, run: number, companyIds: readonly number[]) => {
    if (companyIds.length === 0) return;
    const table = segmentMembersTable(name);
    await warehouse.insert(
      { database: table.database, table: table.name },
      companyIds.map((id) => ({
        segment_id: segmentId,
        run,
        company_id: String(id),
        added_at: '2026-01-01 00:00:00',
        removed_at: null,
      })),
    );
  };

  const world: PersonaWorld = {
    server,
    put: insert,
    putPeople: (people) =>
      insert(
        'team_members',
        people.map(({ company_id, item_id, ...row }) => ({
          company_id: String(company_id),
          item_id: String(item_id),
          raw_name: `Person ${item_id}`,
          first_name: 'Person',
          last_name: String(item_id),
          seniority: '',
          country: '',
          location: '',
          person_url: `https://people.example/in/${item_id}`,
          email: `person-${item_id}@company.example`,
          email_status: 'verified',
          phone: '',
          started_at: null,
          confirmed_at: null,
          is_current: true,
          version: 1,
          ...row,
        })),
      ),
    async segment(name, companyIds, credits = {}) {
      const clientId = await createTestClient(platform, name);
      const { token } = await signedInPerson(platform, { memberOf: { [clientId]: ['USER', 'ADMIN'] } });
      for (const [creditType, amount] of Object.entries(credits)) {
        await db.asSystem((tx) =>
          grantCredits(tx, {
            clientId,
            creditType: creditType as CreditType,
            amount,
            actor: 'test',
            idempotencyKey: `test:${creditType}`,
          }),
        );
      }
      const table = segmentMembersTable(name);
      await warehouse.command(sql`CREATE DATABASE IF NOT EXISTS ${ident(table.database)}`);
      await createTable(warehouse, table);
      const [row] = await db.asClient(clientId, (tx) =>
        tx
          .insert(segments)
          .values({
            clientId,
            name: 'Segment',
            inclusions: { domains: [] },
            exclusions: { domains: [], segmentIds: [] },
            run: 1,
            sizeCompanies: companyIds.length,
          })
          .returning({ id: segments.id }),
      );
      const segmentId = row?.id ?? '';
      await insertMembers(name, segmentId, 1, companyIds);
      return { clientId, clientName: name, segmentId, caller: { token, client: name } };
    },
    async changeCompanies({ clientId, clientName, segmentId }, companyIds) {
      const isSegment = eq(segments.id, segmentId);
      const [row] = await db.asClient(clientId, (tx) =>
        tx.select({ run: segments.run }).from(segments).where(isSegment),
      );
      const run = (row?.run ?? 0) + 1;
      await insertMembers(clientName, segmentId, run, companyIds);
      await db.asClient(clientId, async (tx) => {
        await tx.update(segments).set({ run, sizeCompanies: companyIds.length }).where(isSegment);
        await onSegmentsChanged(tx, platform.jobs, clientId, [segmentId]);
      });
      await world.idle({ clientId });
    },
    async idle({ clientId }) {
      for (;;) {
        const jobs = await platform.jobs.list(clientId);
        if (jobs.every(({ status }) => status !== 'WAITING' && status !== 'PROCESSING')) return;
        await sleep(20);
      }
    },
    paused: ({ clientId, segmentId }, work) =>
      db.asClient(clientId, async (tx) => {
        await tx.select({ id: segments.id }).from(segments).where(eq(segments.id, segmentId)).for('no key update');
        return work();
      }),
    async spend(segment, creditType, amount, start) {
      const { clientId } = segment;
      await world.paused(segment, async () => {
        await start();
        const idempotencyKey = `test:${randomUUID()}`;
        const entry = { clientId, creditType, kind: 'REMOVE', amount: -amount, actor: 'test', idempotencyKey } as const;
        await db.asSystem((tx) => appendCreditEntry(tx, entry));
      });
    },
    async grant({ clientId }, creditType, amount) {
      const idempotencyKey = `test:${randomUUID()}`;
      await db.asSystem((tx) => grantCredits(tx, { clientId, creditType, amount, actor: 'test', idempotencyKey }));
    },
    async persona({ segmentId, caller }, saved) {
      const { item } = await server.call(contracts.createPersona, { segmentId, ...saved } as never, caller);
      return item;
    },
    async start({ segmentId, caller }, { id }) {
      await server.call(contracts.startPersonaSearch, { segmentId, personaId: id }, caller);
    },
    async settled({ segmentId, caller }) {
      for (;;) {
        const { items } = await server.call(contracts.listPersonas, { segmentId }, caller);
        if (items.every(({ searchStatus }) => searchStatus !== 'QUEUED' && searchStatus !== 'RUNNING')) return items;
        await sleep(20);
      }
    },
    async search(segment, persona) {
      await world.start(segment, persona);
      const ended = (await world.settled(segment)).find(({ id }) => id === persona.id);
      if (ended === undefined) throw new Error('The persona is gone');
      return ended;
    },
    ledger: ({ clientId }) =>
      db.asSystem((tx) =>
        tx.select().from(creditLedger).where(eq(creditLedger.clientId, clientId)).orderBy(asc(creditLedger.id)),
      ),
    owned: ({ clientId }) => db.asClient(clientId, (tx) => tx.select().from(contacts).orderBy(asc(contacts.contactId))),
    found: ({ clientId }) =>
      db.asClient(clientId, (tx) =>
        tx
          .select()
          .from(segmentContacts)
          .orderBy(asc(segmentContacts.personaId), asc(segmentContacts.companyId), asc(segmentContacts.rank)),
      ),
    close: () => server.close(),
  };
  return world;
}
