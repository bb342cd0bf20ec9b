import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { checkedChunks } from './cluster-answer.ts';
import type { WarehouseLog } from './embedded-engine.ts';
import { isNetworkError, toWarehouseError, WarehouseError } from './errors.ts';
import { guard } from './guard.ts';
import type { BoundStatement } from './render.ts';
import { renderInline } from './render.ts';
import type { Pool } from './session-pool.ts';
import type { EngineSettings, LaneLimits } from './settings.ts';
import { statementSettings, timeoutOf } from './settings.ts';
import { shareOf } from './share.ts';
import { emptySql, ident, sql, text } from './sql.ts';
import type { Lane, StatementOptions } from './warehouse.ts';

/** Shared state of the cluster driver. */
export interface ClusterEngine {
  readonly clients: Readonly<Record<Lane, ClickHouseClient>>;
  readonly control: ClickHouseClient;
  /** A permit per connection, so that accounts take turns. */
  readonly permits: Readonly<Record<Lane, Pool<number>>>;
  readonly limits: Readonly<Record<Lane, LaneLimits>>;
  readonly cluster: string | undefined;
  readonly log: WarehouseLog;
  /** Aborted when the warehouse closes. */
  readonly closed: AbortController;
  readonly running: Set<string>;
}

/** The request options of one statement. */
export interface Call {
  readonly client: ClickHouseClient;
  readonly queryId: string;
  readonly settings: ClickHouseSettings;
  readonly timeoutMs: number;
}

export function newCall(engine: ClusterEngine, options: StatementOptions): Call {
  const lane = options.lane ?? 'people';
  const limits = engine.limits[lane];
  const settings = {
    // Ends the statement of an aborted request on the server it reached, even before the KILL arrives.
    cancel_http_readonly_queries_on_client_close: 1,
    ...statementSettings(lane, limits, options),
  };
  return {
    client: engine.clients[lane],
    queryId: randomUUID(),
    settings: clientSettings(settings),
    timeoutMs: timeoutOf(limits, options),
  };
}

function clientSettings(settings: EngineSettings): ClickHouseSettings {
  // The client's type wants each setting's exact form; the server accepts text for all of them.
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
}

/** Runs a request in the account's turn; if the caller gives up, kills the statement on the servers. */
export async function runCall<T>(
  engine: ClusterEngine,
  call: Call,
  options: StatementOptions,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { closed } = engine;
  const signal = options.signal === undefined ? closed.signal : AbortSignal.any([closed.signal, options.signal]);
  const permits = engine.permits[options.lane ?? 'people'];
  const { item: permit } = await permits.acquire(shareOf(options), call.timeoutMs, signal);
  const stopped = new AbortController();
  const stop = (): void => {
    stopped.abort();
    void killQuery(engine, call.queryId);
  };
  engine.running.add(call.queryId);
  try {
    if (signal.aborted) throw new WarehouseError('aborted');
    return await guard(request(stopped.signal), { ...call, signal, mapError: toWarehouseError, stop });
  } finally {
    engine.running.delete(call.queryId);
    permits.release(permit);
  }
}

/** Opens a SELECT's answer, decompressed and checked for late errors. */
export async function openAnswer(
  call: Call,
  statement: BoundStatement,
  format: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<Uint8Array>> {
  const { stream, response_headers: headers } = await call.client.exec({
    query: `${statement.query}\nFORMAT ${format}`,
    query_params: statement.params,
    query_id: call.queryId,
    clickhouse_settings: call.settings,
    abort_signal: signal,
    decompress_response_stream: true,
  });
  const tag = headers['x-clickhouse-exception-tag'];
  return checkedChunks(stream, Array.isArray(tag) ? tag[0] : tag);
}

export async function readAnswer(
  call: Call,
  statement: BoundStatement,
  format: string,
  signal: AbortSignal,
): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of await openAnswer(call, statement, format, signal)) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}

const RETRY_DELAYS_MS = [50, 250];
const TABLE_MOVED = 741;

/** Retries a read after a lost connection, and once if its table was exchanged while it ran. */
export async function retryRead<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof WarehouseError)) throw error;
      const moved = error.clickhouseCode === TABLE_MOVED && attempt === 0;
      const lost = error.kind === 'unavailable' && isNetworkError(error);
      const wait = RETRY_DELAYS_MS[attempt];
      if (!(moved || lost) || wait === undefined || signal?.aborted) throw error;
      await delay(wait);
    }
  }
}

/** KILLs per statement. On a cluster the answer names hosts, not statements, so it doesn't say when to stop. */
const MAX_KILLS = { server: 8, cluster: 3 };

/** Kills a statement on every server until no server runs it. */
export async function killQuery(engine: ClusterEngine, queryId: string): Promise<void> {
  const everywhere = engine.cluster === undefined ? emptySql : sql` ON CLUSTER ${ident(engine.cluster)}`;
  // KILL takes no bound parameters.
  const query = renderInline(sql`KILL QUERY${everywhere} WHERE query_id = ${text(queryId)} ASYNC`);
  const attempts = engine.cluster === undefined ? MAX_KILLS.server : MAX_KILLS.cluster;
  for (let attempt = 0, wait = 20; attempt < attempts; attempt += 1, wait *= 2) {
    try {
      const { stream } = await engine.control.exec({ query: `${query} FORMAT JSONEachRow` });
      let found = 0;
      for await (const chunk of stream) found += chunk.length;
      // The first KILL may arrive before the statement starts, so only a later empty answer means it is gone.
      if (found === 0 && attempt > 0) return;
    } catch (error) {
      if (engine.closed.signal.aborted && attempt > 0) return;
      engine.log('Killing a statement failed; retrying', { queryId, error });
    }
    await delay(wait);
  }
}
