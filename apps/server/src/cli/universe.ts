import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Warehouse } from '@quarry/clickhouse';
import type { ImportRequest } from '#server/features/company-imports/import-request.ts';
import { generateUniverse } from '#server/features/universe/generate/generate-universe.ts';
import { isAddress } from '#server/features/universe/import/open-source.ts';
import { tables } from '#server/migrations.ts';
import type { Config } from '#server/platform/config.ts';
import { isHeldByJobRunner } from '#server/platform/data-folder.ts';
import { importHere } from './import-here.ts';
import { importReport } from './import-report.ts';
import { importThroughServer } from './import-through-server.ts';
import { progressBar } from './progress-bar.ts';
import { CommandError, runCommand } from './run-command.ts';
import { assertRoom, withUniverse } from './with-universe.ts';

const USAGE = `Usage:
  npm run universe -- import <file or URL> [--mapping m.json] [--dry-run] [--rejects <file>] [--max-bytes <n>] [--json]
  npm run universe -- generate --companies <n> --seed <n> [--today yyyy-mm-dd]
  npm run universe -- generate --details-for imported [--seed <n>] [--today yyyy-mm-dd]
  npm run universe -- accept-loss
Import reads CSV, JSONL or Parquet, plain or compressed with gzip or zstd. Generate makes up companies; their domains end in .example.
With --json, the import's report is one JSON object.
Accept-loss goes on with what is left of tables that were damaged on disk.
A running server takes over the import. Otherwise it must not be running on the same data folder.`;

const print = (text: string) => process.stdout.write(`${text}\n`);

runCommand(async (config, args) => {
  const [verb, ...rest] = args;
  if (verb !== 'import' && verb !== 'generate' && verb !== 'accept-loss') throw new CommandError(USAGE);
  const options = readOptions(rest);
  if (verb === 'import') {
    const request = await readRequest(config, options);
    const startedAt = Date.now();
    // An installation on a ClickHouse server may run its jobs on another machine, which cannot read the file.
    const summary =
      config.clickhouse === null && isHeldByJobRunner(config.dataDir)
        ? await importThroughServer(config, request)
        : await importHere(config, request);
    print(options.json ? JSON.stringify(summary) : importReport(summary, (Date.now() - startedAt) / 1000));
    if (summary.failure !== null) throw new CommandError(summary.failure);
  } else if (verb === 'generate') {
    await withUniverse(config, async ({ ledger }, signal) => {
      await assertRoom(config);
      await ledger.recordWrites(tables, (warehouse) => generate(warehouse, options, signal));
    });
  } else await withUniverse(config, ({ ledger }) => ledger.acceptLoss(({ clientId }) => clientId === null));
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

async function readRequest(config: Config, options: Options): Promise<ImportRequest> {
  const [location, ...extra] = options.positionals;
  if (location === undefined || extra.length > 0) throw new CommandError(USAGE);
  const name = basename(location.replace(/[?#].*$/, '')) || 'import';
  return {
    location: isAddress(location) ? location : resolve(location),
    mapping: options.mapping === undefined ? undefined : await readMapping(options.mapping),
    isDryRun: options['dry-run'],
    rejectsPath: resolve(options.rejects ?? join(config.dataDir, 'rejects', `${name}.rejects.jsonl`)),
    maxBytes: options['max-bytes'] === undefined ? undefined : wholeNumber('--max-bytes', options['max-bytes']),
  };
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

const count = (value: number) => value.toLocaleString('en-US');
