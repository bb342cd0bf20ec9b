import type { Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import type { Ledger } from '#server/platform/ledger/ledger.ts';
import type { Platform } from '#server/platform/scope.ts';
import { UNIVERSE } from '../universe-table.ts';
import { IMPORTED_BLOCKS } from './import-journal.sql.ts';
import {
  countChanged,
  countDetails,
  countNewer,
  countShared,
  deleteAdded,
  deleteAssignedNames,
  dropJournal,
  JOURNAL,
  keptRuns,
  renumberEarlier,
  restoreOriginals,
  UNDONE_TABLES,
} from './undo-import.sql.ts';

const companiesRow = z.object({ companies: z.number() });

/** How many companies a run created and updated. */
export async function changesOf(
  warehouse: Warehouse,
  run: number,
  signal: AbortSignal,
): Promise<{ readonly created: number; readonly updated: number }> {
  const row = z.object({ created: z.number(), updated: z.number() });
  const [found] = await warehouse.rows(countChanged(run), row, { lane: 'analysis', signal });
  return found ?? { created: 0, updated: 0 };
}

/**
 * Says in sentences what else has touched the companies of a run since. `others` are the runs that were not over when it
 * began.
 */
export async function obstaclesInUniverse(
  warehouse: Warehouse,
  run: number,
  others: readonly number[],
  signal: AbortSignal,
): Promise<string[]> {
  const options = { lane: 'analysis', signal } as const;
  const count = async (statement: Parameters<Warehouse['rows']>[0]) =>
    (await warehouse.rows(statement, companiesRow, options))[0]?.companies ?? 0;
  const shared = others.length === 0 ? 0 : await count(countShared(run, others));
  const newer = shared > 0 ? 0 : await count(countNewer(run));
  const detailRow = z.object({ name: z.string(), companies: z.number() });
  const details = await warehouse.rows(countDetails(run), detailRow, options);
  const said = (companies: number) =>
    companies === 1 ? '1 of its companies' : `${companies.toLocaleString('en-US')} of its companies`;
  const verb = (companies: number) => (companies === 1 ? 'was' : 'were');
  return [
    ...(shared > 0 ? [`A later import changed ${said(shared)}.`] : []),
    ...(newer > 0 ? [`${said(newer)} ${verb(newer)} changed since.`] : []),
    ...details.map(({ name, companies }) =>
      name === 'merged_companies'
        ? `${said(companies)} ${verb(companies)} merged with others.`
        : `Other data was added to ${said(companies)} (${name.replaceAll('_', ' ')}).`,
    ),
  ];
}

/** Undoes a run. After an interruption it can be repeated, before any other import. */
export async function undoRun(ledger: Ledger, run: number): Promise<void> {
  const job = { lane: 'jobs' } as const;
  await ledger.recordWrites(
    UNDONE_TABLES.map((name) => ({ database: UNIVERSE, name })),
    async (warehouse) => {
      const { topology } = warehouse;
      for (const block of IMPORTED_BLOCKS) {
        await warehouse.command(restoreOriginals(run, block), job);
        await warehouse.command(deleteAdded(topology, run, block), job);
      }
      await warehouse.command(renumberEarlier(run), job);
      await warehouse.command(deleteAssignedNames(topology, run), job);
      for (const statement of dropJournal(topology, run)) await warehouse.command(statement, job);
    },
    { mayRemoveRows: true },
  );
}

/** Forgets what all runs but these changed: they cannot be undone any more. */
export async function forgetOtherRuns(
  { ledger, warehouse }: Pick<Platform, 'ledger' | 'warehouse'>,
  undoable: ReadonlySet<number>,
): Promise<void> {
  const runRow = z.object({ run: z.coerce.number() });
  const kept = await warehouse.rows(keptRuns, runRow, { lane: 'jobs' });
  const old = kept.filter(({ run }) => !undoable.has(run));
  if (old.length === 0) return;
  const tables = JOURNAL.map((name) => ({ database: UNIVERSE, name }));
  await ledger.recordWrites(
    tables,
    async (engine) => {
      for (const { run } of old) {
        for (const statement of dropJournal(engine.topology, run)) await engine.command(statement, { lane: 'jobs' });
      }
    },
    { mayRemoveRows: true },
  );
}
