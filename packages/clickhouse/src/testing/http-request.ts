import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

export interface ParsedRequest {
  /** The statement without a final FORMAT clause. */
  query: string;
  /** The rows that follow an INSERT statement. */
  data: Buffer;
  format: string;
  queryId: string;
  /** Bound values in ClickHouse's escaped form, by name. */
  params: Map<string, string>;
  settings: Map<string, string>;
  gzip: boolean;
}

const NOT_SETTINGS = new Set(['query', 'query_id', 'database', 'default_format', 'enable_http_compression', 'role']);

/** Reads a request of ClickHouse's HTTP interface: statement in the address or the body, values as `param_<name>`. */
export async function parseRequest(request: IncomingMessage): Promise<ParsedRequest> {
  const address = new URL(request.url ?? '/', 'http://localhost');
  const compressed = request.headers['content-encoding'] === 'gzip';
  const body = await buffer(compressed ? request.pipe(createGunzip()) : request);
  const inAddress = address.searchParams.get('query');
  const params = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const [name, value] of address.searchParams) {
    if (name.startsWith('param_')) params.set(name.slice('param_'.length), value);
    else if (!NOT_SETTINGS.has(name)) settings.set(name, value);
  }
  const text = inAddress ?? body.toString('utf8');
  // An INSERT's FORMAT describes the rows that follow, so it stays in the statement.
  const last = /^\s*INSERT\b.*\bFORMAT\s+\w+\s*$/is.test(text) ? null : /\sFORMAT\s+(\w+)\s*;?\s*$/i.exec(text);
  return {
    query: last === null ? text.trim() : text.slice(0, last.index).trim(),
    data: inAddress === null ? Buffer.alloc(0) : body,
    format: last?.[1] ?? address.searchParams.get('default_format') ?? 'TabSeparated',
    queryId: address.searchParams.get('query_id') ?? '',
    params,
    settings,
    gzip:
      address.searchParams.get('enable_http_compression') === '1' &&
      (request.headers['accept-encoding'] ?? '').includes('gzip'),
  };
}
