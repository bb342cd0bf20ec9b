import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that runs jobs until it is killed, as a machine that loses its power. */
export interface KillableWorker {
  /** Starts it, and waits until it says that it works. */
  start(): Promise<void>;
  /** Ends it with kill -9; does nothing when it does not run. */
  kill(): Promise<void>;
}

/** A worker that runs the script at the path `script` with the given arguments. */
export function killableWorker(script: string, given: () => readonly string[]): KillableWorker {
  let child: ChildProcess | null = null;
  return {
    async start() {
      const started = spawn(process.execPath, [script, ...given()], { stdio: ['ignore', 'pipe', 'inherit'] });
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
