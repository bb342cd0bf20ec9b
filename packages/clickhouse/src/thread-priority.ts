import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Steps of niceness; five give a thread about a third of the processor time of one that it competes with. With ten, many
 * small changes overtook a search while other processes kept the processors busy.
 */
const STEPS = 5;
const LOWEST = 19;

/**
 * Lowers the priority of this process's threads below the event loop's. Otherwise a statement on all processors makes
 * every small request wait for its turns. A thread inherits the priority of the one that starts it, so threads started
 * later by the engine's own have it too. On Linux only, where threads have priorities of their own.
 */
export function lowerThreadPriorities(): void {
  if (process.platform !== 'linux') return;
  const lowered = Math.min(LOWEST, getPriority() + STEPS);
  for (const task of readdirSync('/proc/self/task')) {
    const thread = Number(task);
    if (thread === process.pid) continue;
    try {
      // The loop waits for V8's threads. A thread with a raised priority has it for a reason.
      if (nameOf(thread) === 'V8Worker' || getPriority(thread) < getPriority()) continue;
      setPriority(thread, lowered);
    } catch (error) {
      if (!hasEnded(error)) throw error;
    }
  }
}

const nameOf = (thread: number): string => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();

/** System errors carry the negated number. */
const hasEnded = (error: unknown): boolean =>
  error instanceof Error &&
  'errno' in error &&
  (error.errno === -constants.errno.ENOENT || error.errno === -constants.errno.ESRCH);
