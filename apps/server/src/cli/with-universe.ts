import { WarehouseError } from '@quarry/clickhouse';
import { migrations, tables } from '#server/migrations.ts';
import type { Config } from '#server/platform/config.ts';
import { assertRoomFor } from '#server/platform/disk-space.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import type { Platform } from '#server/platform/scope.ts';
import { CommandError } from './run-command.ts';

/**
 * Opens the stores for a command that works on the universe, and prints their problems at its end. The signal aborts
 * on Ctrl-C; the command then ends with `stopped()`.
 */
export async function withUniverse<T>(
  config: Config,
  work: (platform: Platform, signal: AbortSignal) => Promise<T>,
  stopped = () => 'Stopped. The rows stored so far stay; run the same command again to finish.',
): Promise<T> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const { platform, close } = await openPlatform(
    { ...config, role: 'api', logLevel: 'silent' },
    { migrations, tables, jobs: [] },
  );
  try {
    const result = await work(platform, stop.signal);
    for (const { message } of platform.problems.list()) process.stderr.write(`${message}\n`);
    return result;
  } catch (error) {
    if (stop.signal.aborted) throw new CommandError(stopped());
    throw error instanceof WarehouseError ? new CommandError(describe(error)) : error;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await close();
  }
}

/** Throws if there is too little free disk space for the command. */
export async function assertRoom(config: Config): Promise<void> {
  if (config.clickhouse === null) await assertRoomFor(config);
}

function describe(error: WarehouseError): string {
  const cause = error.cause instanceof Error ? ` (${error.cause.message.split('\n')[0]?.slice(0, 300)})` : '';
  return `The data store failed: ${error.message}${cause}. The rows stored so far stay; run the same command again to finish.`;
}
