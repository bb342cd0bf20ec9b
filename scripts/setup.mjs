// Set-up steps shared by the commands. Runs on Node 20 or newer, without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unverifiedOn } from './lockfile.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a command in the repository with its output shown. Throws if it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${result.status ?? result.signal}`);
}

/** Installs the locked dependencies if the lockfile has changed. */
export function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.quarry-install');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing dependencies (first run, or they changed)…');
  const unchecked = unverifiedOn(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  if (unchecked.length > 0) {
    console.warn(
      `The lockfile has no checksums for this platform's ${unchecked.join(', ')}; "npm run lock" adds them.`,
    );
  }
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, lock);
}

/** Path of Node 24 or newer: the current one if new enough, otherwise the one that npm installed. */
export function node24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const { platform, arch } = process;
  const installed = join(root, 'node_modules', `node-${platform}-${arch}`, 'bin', 'node');
  if (!existsSync(installed)) {
    throw new Error(
      `Quarry needs Node 24, which npm does not provide for ${platform}-${arch}. Please install Node 24 and try again.`,
    );
  }
  return installed;
}

/**
 * The environment for child processes: Node 24 first on the path, UTC, and a larger thread pool, because each running
 * statement of the embedded engine occupies a thread.
 */
export function childEnvironment(extra = {}) {
  const chromium = installedChromium();
  return {
    ...process.env,
    PATH: `${dirname(node24())}:${process.env.PATH}`,
    TZ: 'UTC',
    UV_THREADPOOL_SIZE: '18',
    // Compiling some thousand modules is half of the time that a command takes to start.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
    ...(chromium === undefined ? {} : { QUARRY_CHROMIUM: chromium }),
    ...extra,
  };
}

function fingerprint(folders) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort())
        if (name !== 'node_modules' && name !== 'dist') visit(join(path, name));
    } else {
      hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
    }
  };
  for (const folder of folders) visit(join(root, folder));
  return hash.digest('hex');
}

/** Builds the web app if its sources have changed. */
export function ensureWebBuilt() {
  const sources = fingerprint(['apps/web', 'packages/contracts', 'packages/filters', 'package-lock.json']);
  const stamp = join(root, 'apps/web/dist/.sources');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  console.log('Building the web app…');
  run(node24(), ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn'], {
    env: childEnvironment(),
  });
  writeFileSync(stamp, sources);
}

const BROWSERS = [
  // Chromium without its own windows, which the whole one draws even when it is headless.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

const installedChromium = () => [process.env.QUARRY_CHROMIUM, ...BROWSERS].find((path) => path && existsSync(path));

/** Installs a Chromium if there is none: Debian's package as root, else Playwright's own. */
export function ensureChromium() {
  if (installedChromium()) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0) {
    console.log("Installing Chromium from Debian's packages…");
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      if (installedChromium()) return;
    }
  }
  console.log("Installing Playwright's Chromium…");
  run(node24(), ['node_modules/playwright/cli.js', 'install', 'chromium'], { env: childEnvironment() });
}

/** Runs a child with the terminal's streams, forwards signals, and resolves to its exit code and signal. */
export function spawnThrough(command, args, env) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
  const forward = (signal) => child.kill(signal);
  process.on('SIGTERM', forward);
  process.on('SIGINT', forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', forward);
      process.off('SIGINT', forward);
      resolve({ code, signal });
    });
  });
}
