import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that runs jobs until it is killed, like a machine that loses power. */
export interface KillableWorker {
  /** Starts it and waits for its first output. */
  start(): Promise<void>;
  /** Kills it with SIGKILL; does nothing if it isn't running. */
  kill(): Promise<void>;
}

/** `args` are read at each start. */
export function killableWorker(script: string, args: () => readonly string[]): KillableWorker {
  let child: ChildProcess | null = null;
  return {
    async start() {
      const started = spawn(process.execPath, [script, ...args()], { stdio: ['ignore', 'pipe', 'inherit'] });
      child = started;
      await once(started.stdout, 'data');
    },
    async kill() {
      if (child === null || child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
      child = null;
    },
  };
}
