import { readFile } from 'node:fs/promises';
import { type AppError, clientName } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { createClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { findFilledDataPoints } from '#server/features/client-configs/filled-data-points.ts';
import { readConfig } from '#server/features/client-configs/read-config.ts';
import { setConfig } from '#server/features/client-configs/set-config.ts';
import { parseConfig } from '#server/features/client-configs/validate-config.ts';
import { findRunningBuild, requestBuild } from '#server/features/datasets/request-build.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { migrations, tables } from '#server/migrations.ts';
import { findAppError } from '#server/platform/errors.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import type { Platform } from '#server/platform/scope.ts';
import { CommandError, runCommand } from './run-command.ts';

const USAGE = `Usage:
  npm run clients -- create <name> [--columns minimal] [<file.json> | key=value …]
  npm run clients -- show <name>
  npm run clients -- set <name> <file.json> | key=value …
  npm run clients -- build <name> [--reset] [--wait] [--accept-loss]
Create adds a column for each data point that the companies of the universe have, up to 25. With --columns minimal, or
with fieldDefinitions, it adds only what is given.
Keys are the fields of a client's config, and companyLimit. Values are JSON; anything else is taken as text.
With --accept-loss, a build goes on with what is left of damaged tables, and with fewer companies than before.
The server must not be running on the same data folder.`;

const ACTOR = { userId: null, name: 'command line' };
const print = (text: string) => process.stdout.write(`${text}\n`);

runCommand(async (config, args) => {
  const [verb, name, ...rest] = args;
  const command = COMMANDS.get(verb ?? '');
  if (command === undefined || name === undefined) throw new CommandError(USAGE);
  if (!clientName.safeParse(name).success) throw new CommandError('Name can only contain alphanumeric characters.');
  const { platform, close } = await openPlatform(
    { ...config, role: args.includes('--wait') ? 'all' : 'api', logLevel: 'warn' },
    { migrations, tables, jobs: jobDefinitions },
  );
  try {
    await command(platform, name, rest);
  } catch (error) {
    const known = findAppError(error);
    throw known === null ? error : new CommandError(describe(known));
  } finally {
    await close();
  }
});

type Command = (platform: Platform, name: string, args: readonly string[]) => Promise<void>;

const COMMANDS = new Map<string, Command>([
  ['create', create],
  ['show', show],
  ['set', set],
  ['build', build],
]);

async function create({ db, warehouse }: Platform, name: string, args: readonly string[]): Promise<void> {
  const at = args.indexOf('--columns');
  if (at >= 0 && args[at + 1] !== 'minimal') throw new CommandError(USAGE);
  const changes = await readChanges(at < 0 ? args : args.toSpliced(at, 2));
  const config = defaultConfig(name);
  const { companyLimit: _limit, ...parts } = changes;
  const isGiven = at >= 0 || changes.fieldDefinitions !== undefined;
  const filled = isGiven ? [] : await findFilledDataPoints(warehouse, parseConfig({ ...config, ...parts }));
  const fieldDefinitions = [...config.fieldDefinitions, ...filled];
  await db.asSystem(async (tx) => {
    await createClient(tx, { config: { ...config, fieldDefinitions } }, ACTOR);
    if (Object.keys(changes).length > 0) await setConfig(tx, name, changes, ACTOR);
  });
  if (filled.length > 0) print(`Columns: ${fieldDefinitions.map(({ externalName }) => externalName).join(', ')}.`);
  print(`Client ${name} created. Build its dataset with: npm run clients -- build ${name} --wait`);
}

async function show({ db }: Platform, name: string): Promise<void> {
  const client = await db.asSystem(async (tx) => {
    const { config, row } = await readConfig(tx, { name });
    const versions = await tx
      .select()
      .from(datasetVersions)
      .where(eq(datasetVersions.clientId, row.id))
      .orderBy(datasetVersions.version);
    return {
      ...config,
      companyLimit: row.companyLimit,
      datasetVersion: row.datasetVersion,
      lastDataSyncStartedAt: row.lastDataSyncStartedAt,
      lastDataSyncCompletedAt: row.lastDataSyncCompletedAt,
      versions: versions.map(({ version, status, rowCount, withheldCount, createdAt, readyAt }) => ({
        version,
        status,
        companies: rowCount,
        withheld: withheldCount,
        createdAt,
        readyAt,
      })),
    };
  });
  print(JSON.stringify(client, null, 2));
}

async function set({ db }: Platform, name: string, args: readonly string[]): Promise<void> {
  const changes = await readChanges(args);
  if (Object.keys(changes).length === 0) throw new CommandError(USAGE);
  await db.asSystem((tx) => setConfig(tx, name, changes, ACTOR));
  print(
    `Client ${name} changed: ${Object.keys(changes).join(', ')}. Sourcing and data points change at the next build.`,
  );
}

async function build(platform: Platform, name: string, args: readonly string[]): Promise<void> {
  const unknown = args.find((arg) => !['--reset', '--wait', '--accept-loss'].includes(arg));
  if (unknown !== undefined) throw new CommandError(`Unknown option ${unknown}.\n${USAGE}`);
  for (const { message } of platform.problems.list()) print(message);
  await platform.jobs.start();
  const waits = args.includes('--wait');
  const { jobId, isNew } = await platform.db.asSystem(async (tx) => {
    const { id } = await readConfig(tx, { name });
    const running = waits ? await findRunningBuild(tx, id) : null;
    if (running !== null) return { jobId: running, isNew: false };
    const input = { resetDataset: args.includes('--reset'), acceptLoss: args.includes('--accept-loss') };
    return { jobId: await requestBuild(tx, platform.jobs, id, input, ACTOR.name), isNew: true };
  });
  if (!isNew) print(`Resuming the interrupted build of ${name}.`);
  if (!waits) {
    print(`The build of ${name} is queued (${jobId}). It runs when the server does.`);
    return;
  }
  let lastLine = '';
  await waitForBuild(platform, jobId, ({ progress, message }) => {
    const line = `${Math.floor(progress * 100)} % ${message ?? ''}`;
    if (line !== lastLine) print(line);
    lastLine = line;
  });
  const job = await platform.jobs.get(jobId);
  print(`Built: ${job?.counts.companies ?? 0} companies, ${job?.counts.withheld ?? 0} withheld by the company limit.`);
}

/** Changes from one JSON file, or from `key=value` pairs. */
async function readChanges(args: readonly string[]): Promise<Record<string, unknown>> {
  const [path] = args;
  if (args.length === 1 && path !== undefined && !path.includes('=')) return readJsonFile(path);
  return Object.fromEntries(
    args.map((arg) => {
      const at = arg.indexOf('=');
      if (at < 1) throw new CommandError(`Expected key=value, got ${arg}.\n${USAGE}`);
      return [arg.slice(0, at), jsonOrText(arg.slice(at + 1))];
    }),
  );
}

async function readJsonFile(path: string): Promise<Record<string, unknown>> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
  const parsed = jsonOrText(content);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new CommandError(`${path} is not a JSON object.`);
  }
  return { ...parsed };
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}

function describe(error: AppError): string {
  const { problems } = error.context;
  if (!Array.isArray(problems)) return error.message;
  const lines = problems.map(
    (problem: { instancePath?: unknown; message?: unknown }) =>
      `  ${String(problem.instancePath)}: ${String(problem.message)}`,
  );
  return [error.message, ...lines].join('\n');
}
