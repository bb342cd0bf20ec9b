import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { drainPending, Session } from 'chdb';
import type { EngineSession } from '../embedded-session.ts';
import { engineSession } from '../embedded-session.ts';
import { clickhouseCodeOf } from '../errors.ts';
import { literal } from '../literal.ts';
import { createPool } from '../session-pool.ts';
import { text } from '../sql.ts';
import type { ParsedRequest } from './http-request.ts';
import { parseRequest } from './http-request.ts';

export interface TestServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Drops the connections of the next `count` statements before answering, as a dying server does. */
  dropNext(count: number): void;
  close(): Promise<void>;
}

/**
 * A small server that speaks ClickHouse's HTTP interface and runs statements on chDB, so tests run the cluster driver
 * against a real engine. One node: no ON CLUSTER, Replicated or Distributed. It may share its folder with an embedded
 * warehouse in the same process.
 */
export async function openTestServer(options: { path: string; sessions?: number }): Promise<TestServer> {
  const open = () => new Session(options.path, { connectionArgs: ['--session_timezone=UTC'] });
  const sessions = Array.from({ length: options.sessions ?? 4 }, () => engineSession(open()));
  const control = open();
  const pool = createPool<EngineSession>(sessions, sessions.length);
  let drops = 0;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.startsWith('/ping')) return void response.end('Ok.\n');
    const parsed = await parseRequest(request);
    if (/^\s*KILL\b/i.test(parsed.query)) return answerKill(parsed, response);
    if (drops > 0) {
      drops -= 1;
      request.socket.destroy();
      return;
    }
    const { item: target } = await pool.acquire('', 60_000);
    const onClose = (): void => {
      if (!response.writableFinished) killTag(parsed.queryId);
    };
    response.on('close', onClose);
    try {
      await answer(target.session, parsed, response);
    } catch (error) {
      sendError(response, error);
    } finally {
      response.off('close', onClose);
      pool.release(target);
    }
  };

  /** chDB takes no query ids, so `log_comment` holds them. */
  const killTag = (queryId: string): string =>
    control.query(`KILL QUERY WHERE Settings['log_comment'] = ${literal(text(queryId))} ASYNC`, 'JSONEachRow');

  const answerKill = (parsed: ParsedRequest, response: ServerResponse): void => {
    const query = parsed.query.replace(/\bquery_id\b/g, "Settings['log_comment']");
    response.end(control.query(query, parsed.format));
  };

  const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
    handle(request, response).catch((error: unknown) => sendError(response, error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    dropNext: (count) => {
      drops = count;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      pool.close();
      for (const { session } of [...sessions, { session: control }]) session.close();
      await drainPending();
    },
  };
}

const EXCEPTION_TAG = 'quarrytesttag';
/** The source of an INSERT from binary rows, with their structure. */
const BINARY = /input\((.*)\) FORMAT RowBinary$/s;
const STREAMED = new Set(['JSONEachRow', 'TSVRaw']);

async function answer(session: Session, parsed: ParsedRequest, response: ServerResponse): Promise<void> {
  await session.queryAsync(prelude(parsed));
  try {
    response.setHeader('X-ClickHouse-Query-Id', parsed.queryId);
    response.setHeader('X-ClickHouse-Exception-Tag', EXCEPTION_TAG);
    if (/^\s*(?:SELECT|WITH|\()/i.test(parsed.query) && STREAMED.has(parsed.format)) {
      await sendStream(session, parsed, response);
      return;
    }
    const result = await run(session, parsed);
    response.setHeader('X-ClickHouse-Summary', JSON.stringify({ read_rows: String(result.rowsRead) }));
    await send(Readable.from([result.bytes()]), parsed, response);
  } finally {
    await session.queryAsync(reset(parsed));
  }
}

/** Runs a statement. The binding takes no binary rows, so they go through a file. */
async function run(session: Session, { query, data, format }: ParsedRequest) {
  if (!BINARY.test(query)) {
    return session.queryAsync(data.length === 0 ? query : `${query}\n${data.toString('utf8')}`, { format });
  }
  const folder = await mkdtemp(join(tmpdir(), 'http-server-'));
  try {
    const path = join(folder, 'rows');
    await writeFile(path, data);
    const file = query.replace(
      BINARY,
      (_all, structure: string) => `file(${literal(text(path))}, 'RowBinary', ${structure})`,
    );
    return await session.queryAsync(file, { format });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sendStream(session: Session, parsed: ParsedRequest, response: ServerResponse): Promise<void> {
  const chunks = session.queryStream(parsed.query, { format: parsed.format })[Symbol.asyncIterator]();
  // An error before the first chunk still gets a status; later ones are written into the answer, as real servers do.
  let next = await chunks.next();
  const body = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (; next.done !== true; next = await chunks.next()) yield next.value.raw();
    } catch (error) {
      const message = `${messageOf(error)}\n`;
      const mark = '__exception__';
      yield Buffer.from(
        `\r\n${mark}\r\n${EXCEPTION_TAG}\r\n${message}${Buffer.byteLength(message)} ${EXCEPTION_TAG}\r\n${mark}\r\n`,
      );
    } finally {
      await chunks.return?.();
    }
  };
  await send(Readable.from(body()), parsed, response);
}

async function send(body: Readable, parsed: ParsedRequest, response: ServerResponse): Promise<void> {
  response.setHeader('X-ClickHouse-Format', parsed.format);
  if (parsed.gzip) {
    response.setHeader('Content-Encoding', 'gzip');
    await pipeline(body, createGzip({ level: 1 }), response);
  } else await pipeline(body, response);
}

function prelude(parsed: ParsedRequest): string {
  const quoted = (value: string) => literal(text(value));
  const settings = [...parsed.settings].map(([name, value]) => `${checkedName(name)} = ${quoted(value)}`);
  const params = [...parsed.params].map(([name, value]) => `param_${checkedName(name)} = ${quoted(value)}`);
  return `SET ${[`log_comment = ${quoted(parsed.queryId)}`, ...settings, ...params].join(', ')}`;
}

function reset(parsed: ParsedRequest): string {
  return `SET ${['log_comment', ...parsed.settings.keys()].map((name) => `${name} = DEFAULT`).join(', ')}`;
}

function checkedName(name: string): string {
  if (!/^\w+$/.test(name)) throw new TypeError(`Not a name: ${name}`);
  return name;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.removeHeader('Content-Encoding');
  response.setHeader('X-ClickHouse-Exception-Code', String(clickhouseCodeOf(error) ?? 1002));
  response.statusCode = 500;
  response.end(messageOf(error));
}
