import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Warehouse, WarehouseError } from '@quarry/clickhouse';
import { generateUniverse } from '#server/features/universe/generate/generate-universe.ts';
import { importFile } from '#server/features/universe/import/import-file.ts';
import { summarise } from '#server/features/universe/import/import-summary.ts';
import { migrations, tables } from '#server/migrations.ts';
import type { Config } from '#server/platform/config.ts';
import { scratchPathOf } from '#server/platform/data-folder.ts';
import { assertRoomFor } from '#server/platform/disk-space.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import { importReport } from './import-report.ts';
import { progressBar } from './progress-bar.ts';
import { CommandError, runCommand } from './run-command.ts';

const USAGE = `Usage:
  npm run universe -- import <file or URL> [--mapping m.json] [--dry-run] [--rejects <file>] [--max-bytes <n>] [--json]
  npm run universe -- generate --companies <n> --seed <n> [--today yyyy-mm-dd]
  npm run universe -- generate --details-for imported [--seed <n>] [--today yyyy-mm-dd]
  npm run universe -- accept-loss
Import reads CSV, JSONL or Parquet, plain or compressed with gzip or zstd. Generate makes up companies; their domains end in .example.
With --json, the import's report is one JSON object.
Accept-loss goes on with what is left of tables that were damaged on disk.
The server must not be running on the same data folder.`;

const print = (text: string) => process.stdout.write(`${text}\n`);

runCommand(async (config, args) => {
  const [verb, ...rest] = args;
  if (verb !== 'import' && verb !== 'generate' && verb !== 'accept-loss') throw new CommandError(USAGE);
  const options = readOptions(rest);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const { platform, close } = await openPlatform(
    { ...config, role: 'api', logLevel: 'silent' },
    { migrations, tables, jobs: [] },
  );
  const { ledger } = platform;
  try {
    if (verb !== 'accept-loss' && config.clickhouse === null) await assertRoomFor(config);
    const write = (work: (warehouse: Warehouse) => Promise<void>) => ledger.recordWrites(tables, work);
    if (verb === 'accept-loss') await ledger.acceptLoss(({ clientId }) => clientId === null);
    else if (verb === 'generate') await write((warehouse) => generate(warehouse, options, stop.signal));
    else if (options['dry-run']) await importFrom(config, ledger.engine, options, stop.signal);
    else await write((warehouse) => importFrom(config, warehouse, options, stop.signal));
    for (const { message } of platform.problems.list()) print(message);
  } catch (error) {
    if (!stop.signal.aborted) throw error instanceof WarehouseError ? new CommandError(warehouseMessage(error)) : error;
    throw new CommandError('Stopped. The rows stored so far stay; run the same command again to finish.');
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await close();
  }
});

type Options = ReturnType<typeof readOptions>;

function readOptions(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        mapping: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        rejects: { type: 'string' },
        'max-bytes': { type: 'string' },
        json: { type: 'boolean', default: false },
        companies: { type: 'string' },
        seed: { type: 'string' },
        today: { type: 'string' },
        'details-for': { type: 'string' },
      },
    });
    return { ...values, positionals };
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

async function importFrom(config: Config, warehouse: Warehouse, options: Options, signal: AbortSignal): Promise<void> {
  const [location, ...extra] = options.positionals;
  if (location === undefined || extra.length > 0) throw new CommandError(USAGE);
  const name = basename(location.replace(/[?#].*$/, '')) || 'import';
  const rejectsPath = options.rejects ?? join(config.dataDir, 'rejects', `${name}.rejects.jsonl`);
  const bar = progressBar();
  const startedAt = Date.now();
  const result = await importFile({
    warehouse,
    scratchDirectory: scratchPathOf(config.dataDir),
    location,
    mapping: options.mapping === undefined ? undefined : await readMapping(options.mapping),
    isDryRun: options['dry-run'],
    rejectsPath,
    maxBytes: options['max-bytes'] === undefined ? undefined : wholeNumber('--max-bytes', options['max-bytes']),
    onProgress: ({ report, bytesRead, bytesTotal }) =>
      bar.show(bytesTotal === null ? null : bytesRead / bytesTotal, `${count(report.read)} rows`),
    signal,
  }).finally(() => bar.end());
  const summary = summarise(result, { isDryRun: options['dry-run'], rejectsPath });
  print(options.json ? JSON.stringify(summary) : importReport(summary, (Date.now() - startedAt) / 1000));
  if (summary.failure !== null) throw new CommandError(summary.failure);
}

async function readMapping(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(
      `Cannot read the mapping ${path}: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(
      `The mapping ${path} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function generate(warehouse: Warehouse, options: Options, signal: AbortSignal): Promise<void> {
  const detailsFor = options['details-for'];
  if (detailsFor !== undefined && detailsFor !== 'imported') throw new CommandError(USAGE);
  if (options.positionals.length > 0) throw new CommandError(USAGE);
  if (detailsFor === undefined && (options.companies === undefined || options.seed === undefined))
    throw new CommandError(USAGE);
  if (options.today !== undefined && !/^\d{4}-\d\d-\d\d$/.test(options.today)) throw new CommandError(USAGE);
  const bar = progressBar();
  const startedAt = Date.now();
  const report = await generateUniverse({
    warehouse,
    companies: detailsFor === undefined ? wholeNumber('--companies', options.companies ?? '') : 0,
    seed: wholeNumber('--seed', options.seed ?? '1'),
    today: options.today,
    detailsFor,
    onProgress: ({ phase, done, total }) => bar.show(done / total, phase),
    signal,
  }).finally(() => bar.end());
  const rows = Object.entries(report.rows).map(([table, number]) => `  ${table}: ${count(number)}`);
  const summary =
    detailsFor === undefined
      ? `created ${count(report.companiesCreated)}, existing ${count(report.companiesExisting)}`
      : `details for ${count(report.companiesExisting)} imported companies`;
  print(
    `Companies: ${summary}. ${((Date.now() - startedAt) / 1000).toFixed(1)} s.\nGenerated rows stored:\n${rows.join('\n')}`,
  );
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new CommandError(`${option} takes a whole number, not "${text}".`);
  return value;
}

function warehouseMessage(error: WarehouseError): string {
  const cause = error.cause instanceof Error ? ` (${error.cause.message.split('\n')[0]?.slice(0, 300)})` : '';
  return `The data store failed: ${error.message}${cause}. The rows stored so far stay; run the same command again to finish.`;
}

const count = (value: number) => value.toLocaleString('en-US');
