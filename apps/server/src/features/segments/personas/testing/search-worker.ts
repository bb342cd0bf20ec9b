import { createTable, ident, migrate, openEmbedded, sql, text, uint } from '@quarry/clickhouse';
import { openDatabase } from '@quarry/postgres';
import pino from 'pino';
import { z } from 'zod';
import { segmentMembersTable } from '#server/features/datasets/segment-members.ts';
import { universeMigrations } from '#server/features/universe/schema.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { buildDeps } from '#server/testing/build-deps.ts';
import { personaSearch } from '../persona-search.ts';

/** Companies of the segment, numbered from 1. */
export const COMPANIES = 10_000;
/** People in sales at each of them. */
export const PEOPLE = 3;
export const CLIENT = 'killed';
export const SEGMENT = 'killed-segment';

/** Searches for contacts in a separate process that tests can kill; prints when it is ready. */
const [connectionString, path] = process.argv.slice(2);
if (import.meta.main && connectionString !== undefined && path !== undefined) {
  const log = pino({ level: 'error' }, pino.destination(2));
  const db = await openDatabase({ connectionString, log });
  const warehouse = await openEmbedded({ path });
  await migrate(warehouse, universeMigrations);
  const members = segmentMembersTable(CLIENT);
  await warehouse.command(sql`CREATE DATABASE IF NOT EXISTS ${ident(members.database)}`);
  await createTable(warehouse, members);
  // The first process writes them and is not killed before.
  const membersTable = ident(members.database, members.name);
  const count = z.object({ count: z.number() });
  const [known] = await warehouse.rows(sql`SELECT toUInt32(count()) AS count FROM ${membersTable}`, count);
  if (known?.count === 0) {
    await warehouse.command(
      sql`INSERT INTO ${ident(UNIVERSE, 'team_members')} (company_id, item_id, raw_name, position, seniority, email, email_status)
        SELECT 1 + intDiv(number, ${uint(PEOPLE)}), number + 1, concat('Person ', toString(number)), ${text('Head of Sales')},
          if(number % ${uint(PEOPLE)} = 0, 'head', ''), concat('p', toString(number), ${text('@company.example')}), 'verified'
        FROM numbers(${uint(PEOPLE * COMPANIES)})`,
      { lane: 'jobs' },
    );
    await warehouse.command(
      sql`INSERT INTO ${membersTable} (segment_id, run, company_id, added_at)
        SELECT ${text(SEGMENT)}, 1, number, now() FROM numbers(1, ${uint(COMPANIES)})`,
      { lane: 'jobs' },
    );
  }
  // A search uses no other part of the platform.
  const deps = { ...buildDeps({ db, warehouse, log }), emailVerifier: null } as never;
  await createJobs({ db, definitions: [personaSearch], deps, role: 'worker', log, isOnlyWorker: true }).start();
  process.stdout.write('ready\n');
}
