// Runs every static check in parallel: `npm run check`.
import { spawn } from 'node:child_process';
import { childEnvironment, node24, root } from './setup.mjs';

const CHECKS = [
  ['types: server and packages', ['node_modules/typescript/bin/tsc', '-p', '.']],
  ['types: web', ['node_modules/typescript/bin/tsc', '-p', 'apps/web']],
  ['lint and import walls', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings']],
  ['format', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']],
  ['rooms and climbing imports', ['scripts/check-rooms.mjs', '--quiet']],
  ['packages', ['scripts/check-packages.mjs']],
  ['paths in docs', ['scripts/check-docs.mjs']],
  ['dead code', ['node_modules/knip/bin/knip.js', '--no-progress']],
];

function check([name, args]) {
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(node24(), args, { cwd: root, env: childEnvironment() });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output.trimEnd());
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(CHECKS.map(check));
process.exit(results.every(Boolean) ? 0 : 1);
