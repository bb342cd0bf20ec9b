import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { BackupError } from './backup-error.ts';

/** Runs tar, with what it prints. `ended` rejects if it fails. */
export function startTar(args: readonly string[]): { readonly output: Readable; readonly ended: Promise<void> } {
  const child = spawn('tar', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2000);
  });
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new BackupError(`tar exited with ${code}: ${errors.trim()}`);
  });
  return { output: child.stdout, ended };
}
