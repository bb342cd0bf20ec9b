import { type CallOf, type Endpoint, errorBody, type OutputOf } from '@quarry/contracts';
import { safeParse } from 'zod';
import { ApiError } from './api-error.ts';

export interface SendOptions {
  readonly headers?: Record<string, string>;
  /** The account of the call, sent as the `client` query parameter. */
  readonly client?: string;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
}

function requestOf(endpoint: Endpoint, input: object, options: SendOptions): { url: string; init: RequestInit } {
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let path = endpoint.path;
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (key in endpoint.params.shape) path = path.replace(`:${key}`, encodeURIComponent(String(value)));
    else if (key in endpoint.query.shape) query.set(key, String(value));
    else body[key] = value;
  }
  if (options.client !== undefined) query.set('client', options.client);
  const sent = sentBody(endpoint, body);
  const search = query.toString();
  return {
    url: `/api${path}${search ? `?${search}` : ''}`,
    init: {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'x-app-version': String(__BUILD_TIMESTAMP__),
        ...(sent === null ? {} : { 'content-type': sent.type }),
        ...options.headers,
      },
      ...(sent === null ? {} : { body: sent.body }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive === true ? { keepalive: true } : {}),
    },
  };
}

function sentBody(endpoint: Endpoint, body: Record<string, unknown>): { type: string; body: BodyInit } | null {
  if (body.bytes instanceof Uint8Array && endpoint.takesBytes === true) {
    return { type: 'application/octet-stream', body: new Uint8Array(body.bytes) };
  }
  if (Object.keys(endpoint.body.shape).length === 0) return null;
  return { type: 'application/json', body: JSON.stringify(body) };
}

async function fetchOrExplain(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'NETWORK', 'The server could not be reached. Please check your connection and try again.');
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's page or a truncated response: the caller reports it by its status.
    return undefined;
  }
}

/** Sends one request without a session. Throws ApiError. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: SendOptions = {},
): Promise<OutputOf<E>> {
  const { url, init } = requestOf(endpoint, input, options);
  const response = await fetchOrExplain(url, init);
  const requestId = response.headers.get('x-request-id');
  const json = await jsonOf(response);
  if (!response.ok) {
    const body = errorBody.safeParse(json);
    if (body.success) {
      throw new ApiError(response.status, body.data.errorCode, body.data.message, body.data.context, requestId);
    }
    throw new ApiError(response.status, 'UNKNOWN', 'Unknown error', {}, requestId);
  }
  const output: E['output'] = endpoint.output;
  const parsed = safeParse(output, json);
  if (!parsed.success) {
    const message = 'Sorry, something went wrong. Please reload page.';
    throw new ApiError(response.status, 'UNEXPECTED_ANSWER', message, { issues: parsed.error.issues }, requestId);
  }
  return parsed.data;
}
