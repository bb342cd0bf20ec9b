import type { findPerson, OutputOf } from '@quarry/contracts';
import { and, count, eq, gt, inArray, or, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { csvExports } from '@quarry/postgres/tables/exports';
import { suppressions } from '@quarry/postgres/tables/suppressions';
import { EXPORTS_OF_PEOPLE } from './erase-from-record.ts';
import type { KnownPerson } from './known-person.ts';
import { readContactsOf } from './person-contacts.ts';
import { readSegmentRowsOf } from './person-segments.ts';

type Holding = OutputOf<typeof findPerson>['accounts'][number];

/** What each account has of a person, by name of the account. */
export async function readHoldings(tx: Transaction, person: KnownPerson): Promise<Holding[]> {
  const contacts = Map.groupBy(await readContactsOf(tx, person, person.contactIds), ({ clientId }) => clientId);
  const segmentRows = Map.groupBy(await readSegmentRowsOf(tx, person), ({ clientId }) => clientId);
  const listed = Map.groupBy(await readSuppressionsOf(tx, person), ({ clientId }) => clientId);
  const exports = await countExports(tx, [...new Set([...contacts.keys(), ...segmentRows.keys()])]);
  const clientIds = [...new Set([...contacts.keys(), ...segmentRows.keys(), ...listed.keys()])];
  const named = await tx
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(inArray(clients.id, clientIds))
    .orderBy(clients.name);
  return named.map(({ id, name }) => ({
    clientName: name,
    contacts: contacts.get(id)?.length ?? 0,
    segments: [...new Set((segmentRows.get(id) ?? []).map(({ segmentName }) => segmentName))].sort(),
    exports: exports.get(id) ?? 0,
    suppressions: (listed.get(id) ?? []).map(({ value }) => value),
  }));
}

async function readSuppressionsOf(tx: Transaction, { emails, personUrls }: KnownPerson) {
  const isOne = (kind: 'EMAIL' | 'PERSON', values: readonly string[]) =>
    and(eq(suppressions.kind, kind), inArray(suppressions.value, [...values]));
  return tx
    .select({ clientId: suppressions.clientId, value: suppressions.value })
    .from(suppressions)
    .where(or(isOne('EMAIL', emails), isOne('PERSON', personUrls)))
    .orderBy(suppressions.value);
}

/** How many exports of people accounts have that can still be downloaded, or run. */
async function countExports(tx: Transaction, clientIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const isThere = or(
    and(eq(csvExports.status, 'COMPLETE'), gt(csvExports.expiresAt, sql`now()`)),
    inArray(csvExports.status, ['WAITING', 'PROCESSING']),
  );
  const rows = await tx
    .select({ clientId: csvExports.clientId, exports: count() })
    .from(csvExports)
    .where(and(inArray(csvExports.clientId, [...clientIds]), inArray(csvExports.type, [...EXPORTS_OF_PEOPLE]), isThere))
    .groupBy(csvExports.clientId);
  return new Map(rows.map(({ clientId, exports }) => [clientId, exports]));
}
