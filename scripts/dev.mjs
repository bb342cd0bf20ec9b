// Starts the server and the web app with reload: `npm run dev`.
import { spawn } from 'node:child_process';
import { childEnvironment, node24, root } from './setup.mjs';

const children = [
  spawn(node24(), ['--watch', 'apps/server/src/main.ts'], { cwd: root, stdio: 'inherit', env: childEnvironment() }),
  spawn(node24(), ['node_modules/vite/bin/vite.js', 'apps/web'], {
    cwd: root,
    stdio: 'inherit',
    env: childEnvironment(),
  }),
];
for (const child of children) child.on('exit', (code) => process.exit(code ?? 1));
