import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from './caller.ts';
import { holderOf, runNode, startNode } from './processes.ts';
import type { Scenario } from './scenario.ts';
import { environmentOf, freePort, startSupervised } from './server.ts';
import { readView } from './view.ts';

const REFUSAL_TIMEOUT_MS = 15_000;

/** Tries to open the folder of a running server again, in every possible way. */
export const secondProcess: Scenario = async ({ checks, template, folders }) => {
  const dataDir = folders.copy(template.dataDir, 'second');
  const server = await startSupervised(dataDir, { demoCompanies: template.companies });
  await server.ready();
  const pid = server.pid();
  const before = await readView(await signIn(server.url));
  const backup = folders.path('second.tar');
  const commands: Readonly<Record<string, string[]>> = {
    'a second server': ['apps/server/src/main.ts'],
    'clients show': ['apps/server/src/cli/clients.ts', 'show', 'demo'],
    'clients build': ['apps/server/src/cli/clients.ts', 'build', 'demo', '--wait'],
    'users create': ['apps/server/src/cli/users.ts', 'create', 'ada@example.com'],
    'universe generate': ['apps/server/src/cli/universe.ts', 'generate', '--companies', '10', '--seed', '1'],
    backup: ['apps/server/src/cli/backup.ts', backup, '--without-secrets'],
  };
  const sentence = new RegExp(
    `^The data folder ${dataDir} is in use by process ${pid} \\(since [^)]+\\)\\. Stop that process first, or choose another folder with QUARRY_DATA_DIR\\.\n$`,
  );
  for (const [name, args] of Object.entries(commands)) {
    const ended = await runNode(args, environmentOf(dataDir, { port: await freePort() }));
    checks.that(ended.code === 1 && ended.tookMs < REFUSAL_TIMEOUT_MS, `${name} ends with 1`, ended);
    checks.that(sentence.test(ended.stderr), `${name} is refused with one sentence`, ended.stderr);
    checks.same(ended.stdout, '', `${name} says nothing else`);
  }
  const restored = await runNode(['apps/server/src/cli/restore.ts', backup], environmentOf(dataDir));
  checks.that(
    restored.code === 1 && restored.stderr.startsWith('There is no backup at'),
    'nothing was backed up',
    restored,
  );
  checks.same(existsSync(`${backup}.part`), false, 'and no part of a backup is left');
  checks.same(holderOf(dataDir), pid, 'the server still holds its folder');
  checks.same(await readView(await signIn(server.url)), before, 'and answers as before');
  checks.same((await server.stop()).code, 0, 'the server stops');
  checks.same(holderOf(dataDir), null, 'a stopped server leaves no lock');

  // Without a supervisor, a killed server leaves its lock and its database server behind.
  const environment = environmentOf(dataDir, { port: await freePort(), demoCompanies: template.companies });
  const alone = startNode(['apps/server/src/main.ts'], environment);
  while (!alone.output().includes('Quarry is ready at')) await new Promise((resolve) => setTimeout(resolve, 50));
  alone.child.kill('SIGKILL');
  await alone.ended;
  checks.same(existsSync(join(dataDir, 'quarry.lock')), true, 'a killed server leaves its lock');
  const shown = await runNode(['apps/server/src/cli/clients.ts', 'show', 'demo'], environmentOf(dataDir));
  checks.that(shown.code === 0 && shown.stdout.includes('"demo"'), 'the next process takes the stale lock over', shown);
  checks.same(holderOf(dataDir), null, 'and releases the folder');
  checks.note(`${Object.keys(commands).length} ways to open a folder that is in use were refused`);
};
