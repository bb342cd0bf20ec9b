import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeCompanyFile } from './company-file.ts';
import { type Ended, runNode, startNode } from './processes.ts';
import type { Scenario } from './scenario.ts';
import { environmentOf } from './server.ts';
import { readTables, type TableState } from './table-state.ts';

const FOLDERS = 5;
const KILLS_PER_FOLDER = 2;
/** Several batches. */
const LINES = 150_000;

interface Report {
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
}

const REPORT = /read ([\d,]+) = created ([\d,]+) \+ updated ([\d,]+) \+ unchanged ([\d,]+) \+ rejected ([\d,]+)/;
const number = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''));

function reportOf(ended: Ended): Report {
  const found = REPORT.exec(ended.stdout);
  if (ended.code !== 0 || found === null)
    throw new Error(`The import ended with ${ended.code}:\n${ended.stdout}${ended.stderr}`);
  const [read, created, updated, unchanged, rejected] = found.slice(1).map(number);
  return {
    read: read ?? 0,
    created: created ?? 0,
    updated: updated ?? 0,
    unchanged: unchanged ?? 0,
    rejected: rejected ?? 0,
  };
}

/** The number of rows that the command reported as stored. */
function acknowledgedRows(output: string): number {
  return number([...output.matchAll(/([\d,]+) rows\n/g)].at(-1)?.[1]);
}

/** What a later undo needs is kept for each run, and a repeated import is several of them. */
const isJournal = ({ name }: TableState): boolean => name.startsWith('import_');

/** The content of the universe. */
const readUniverse = async (dataDir: string): Promise<TableState[]> =>
  (await readTables(dataDir, 'universe')).filter((table) => !isJournal(table));

const companiesOf = (tables: readonly TableState[]) => tables.find(({ name }) => name === 'companies')?.rows ?? 0;

/** Kills the import of a file and repeats it; the result must match an undisturbed import. */
export const killDuringImport: Scenario = async ({ checks, chance, folders }) => {
  const file = await writeCompanyFile(folders.path('companies.jsonl'), LINES, chance);
  const start = (dataDir: string) =>
    startNode(['apps/server/src/cli/universe.ts', 'import', file.path], environmentOf(dataDir));
  const rejectsIn = (dataDir: string) => readFileSync(join(dataDir, 'rejects/companies.jsonl.rejects.jsonl'), 'utf8');
  const addsUp = (what: string, report: Report) => {
    const { read, created, updated, unchanged, rejected } = report;
    checks.that(
      read === LINES && read === created + updated + unchanged + rejected,
      `${what}: the report adds up`,
      report,
    );
    checks.same(rejected, file.rejected, `${what}: exactly the broken rows are rejected`);
  };

  const undisturbedDir = folders.path('import-undisturbed');
  const undisturbedEnd = await start(undisturbedDir).ended;
  const undisturbed = reportOf(undisturbedEnd);
  addsUp('undisturbed', undisturbed);
  const undisturbedTables = await readUniverse(undisturbedDir);
  checks.same(
    [undisturbed.created, companiesOf(undisturbedTables)],
    [file.companiesIn(LINES), file.companiesIn(LINES)],
    'undisturbed: every company is there',
  );
  const undisturbedRejects = rejectsIn(undisturbedDir);
  folders.remove(undisturbedDir);
  checks.note(`undisturbed: ${JSON.stringify(undisturbed)} in ${undisturbedEnd.tookMs} ms`);

  const outcomes: string[] = [];
  for (let at = 1; at <= FOLDERS; at++) {
    const dataDir = folders.path(`import-${at}`);
    let stored: TableState[] = [];
    for (let kill = 1; kill <= KILLS_PER_FOLDER; kill++) {
      const afterMs = chance.between(300, undisturbedEnd.tookMs * 0.95);
      const started = start(dataDir);
      await sleep(afterMs);
      started.child.kill('SIGKILL');
      const ended = await started.ended;
      const isKilled = ended.signal === 'SIGKILL';
      const acknowledged = acknowledgedRows(ended.stderr);
      checks.that(
        isKilled || ended.code === 0,
        `kill ${at}.${kill}: an import that ended before the kill had succeeded`,
        ended,
      );
      // If killed before it opened the folder, it has stored nothing.
      if (existsSync(join(dataDir, 'clickhouse'))) stored = await readUniverse(dataDir);
      checks.that(
        companiesOf(stored) >= file.companiesIn(acknowledged),
        `kill ${at}.${kill}: every company of an acknowledged row is stored`,
        { acknowledged, companies: file.companiesIn(acknowledged), stored: companiesOf(stored) },
      );
      outcomes.push(
        `${Math.round(afterMs)} ms${isKilled ? '' : ' (too late)'} ${acknowledged} acknowledged, ${companiesOf(stored)} stored`,
      );
    }
    const again = reportOf(await start(dataDir).ended);
    addsUp(`folder ${at}`, again);
    checks.same(
      again.created,
      undisturbed.created - companiesOf(stored),
      `folder ${at}: only the missing companies are created`,
    );
    checks.same(await readUniverse(dataDir), undisturbedTables, `folder ${at}: the same companies as without a kill`);
    checks.same(rejectsIn(dataDir), undisturbedRejects, `folder ${at}: the same rejects as without a kill`);
    if (at === FOLDERS) {
      const third = reportOf(await start(dataDir).ended);
      addsUp('once more', third);
      checks.same([third.created, third.updated], [0, 0], 'once more: nothing changes');
      const created = await runNode(['apps/server/src/cli/clients.ts', 'create', 'imported'], environmentOf(dataDir));
      checks.same(created.code, 0, 'other commands can use the folder');
    }
    folders.remove(dataDir);
  }
  checks.note(outcomes.join('; '));
};
