/**
 * Two clients that search while a file of new companies is imported, against the same with nothing else running:
 * `npm run bench -- import-beside [companies]`. The file has a third as many companies as the dataset, and the import is
 * undone afterwards. Goal: the p95 of searches is at most three times as long.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, text } from '@quarry/clickhouse';
import { importFile } from '../apps/server/src/features/universe/import/import-file.ts';
import { undoRun } from '../apps/server/src/features/universe/import/undo-import.ts';
import { tables } from '../apps/server/src/migrations.ts';
import { benchSearches } from './explorer-searches.ts';
import { companiesToImport } from './import.ts';
import { drive, forSeconds, postSearch, show } from './load.ts';
import { benchFolder, openBench } from './open-bench.ts';
import { percentile } from './statistics.ts';

const CLIENTS = 2;
const SECONDS = 15;
const GOAL = 3;
/** Above the numbers of imports that the bench's data may have. */
const RUN = 900_000;

/** Runs and prints both. Returns true if they meet the goal. */
export async function importBeside(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  const { warehouse, ledger } = bench.platform;
  const location = join(benchFolder(companies), 'beside.jsonl');
  const rejectsPath = join(benchFolder(companies), 'beside.rejects.jsonl');
  const rows = Math.ceil(companies / 3);
  try {
    await rm(location, { force: true });
    await warehouse.command(
      sql`INSERT INTO FUNCTION file(${text(location)}, 'JSONEachRow') ${companiesToImport(rows, (items) => items)}`,
      { lane: 'jobs' },
    );
    const searches = benchSearches(['example.com']);
    let next = 0;
    const search = async () => {
      const searched = searches[next++ % searches.length];
      if (searched !== undefined) await postSearch(bench, searched, next);
    };
    await drive(search, CLIENTS, forSeconds(3));
    const idle = await drive(search, CLIENTS, forSeconds(SECONDS));
    show(`${CLIENTS} clients, nothing else running`, idle);
    let isOver = false;
    const startedAt = performance.now();
    const imported = ledger
      .recordWrites(tables, (engine) => importFile({ warehouse: engine, location, rejectsPath, run: RUN }))
      .finally(() => {
        isOver = true;
      });
    const during = await drive(search, CLIENTS, () => isOver);
    const { report, failure } = await imported;
    if (failure !== null) throw failure;
    const rate = report.created / ((performance.now() - startedAt) / 1000);
    show(`${CLIENTS} clients while ${report.created.toLocaleString('en')} companies are imported`, during);
    await undoRun(ledger, RUN);
    const factor = percentile(during.latencies, 0.95) / percentile(idle.latencies, 0.95);
    console.log(
      `p95 beside an import of ${Math.round(rate).toLocaleString('en')} rows/s: x${factor.toFixed(2)} (goal ${GOAL})`,
    );
    return factor <= GOAL;
  } finally {
    await rm(location, { force: true });
    await rm(rejectsPath, { force: true });
    await bench.close();
  }
}
