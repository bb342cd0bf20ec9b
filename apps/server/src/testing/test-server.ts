import { join } from 'node:path';
import { migrate, openEmbedded } from '@quarry/clickhouse';
import { type CallOf, type Endpoint, type ErrorBody, errorBody, type OutputOf } from '@quarry/contracts';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { doors } from '#server/doors.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { migrations } from '#server/migrations.ts';
import type { EmailVerifier } from '#server/platform/email-verifier.ts';
import type { Platform } from '#server/platform/scope.ts';
import { openTestPlatform } from './test-platform.ts';

export interface Caller {
  readonly token?: string | null;
  readonly client?: string | null;
  /** Address of the caller, by which attempts are limited; default: this machine. */
  readonly ip?: string;
}

/** A response of the API, parsed. */
export interface Answer<O> {
  readonly status: number;
  readonly body: O;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A whole server with its own engines, called through HTTP injection. */
export interface TestServer {
  readonly platform: Platform;
  readonly app: FastifyInstance;
  /** Calls an endpoint; throws with the response unless it succeeds. */
  call<E extends Endpoint>(endpoint: E, input: CallOf<E>, caller?: Caller): Promise<OutputOf<E>>;
  /** Calls an endpoint; throws unless the response is an error of the contract. */
  refused(endpoint: Endpoint, input: unknown, caller?: Caller): Promise<Answer<ErrorBody>>;
  /** Calls an endpoint with any input and returns any response. */
  send(endpoint: Endpoint, input: unknown, caller?: Caller): Promise<Answer<unknown>>;
  close(): Promise<void>;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'missing'));

function split(endpoint: Endpoint, input: unknown) {
  const values: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {};
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(asText(values[name]).toWellFormed()),
  );
  const query = Object.keys(endpoint.query.shape).flatMap((name): [string, string][] =>
    values[name] === undefined ? [] : [[name, asText(values[name])]],
  );
  const notInBody = new Set([...Object.keys(endpoint.params.shape), ...Object.keys(endpoint.query.shape)]);
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => !notInBody.has(name)));
  return { path, query, body };
}

/** Starts a server for one test file. Call `close` in `afterAll`. */
export async function startTestServer(
  environment: NodeJS.ProcessEnv = {},
  {
    emailVerifier,
    logDestination,
  }: { readonly emailVerifier?: EmailVerifier; readonly logDestination?: DestinationStream } = {},
): Promise<TestServer> {
  const { platform, app, close } = await openTestPlatform({
    environment,
    async openWarehouse(folder) {
      const warehouse = await openEmbedded({ path: join(folder, 'clickhouse'), maxMemoryBytes: 2 * 1024 ** 3 });
      await migrate(warehouse, migrations);
      return warehouse;
    },
    doors,
    jobDefinitions,
    emailVerifier,
    logDestination,
  });
  await platform.jobs.start();

  async function send(endpoint: Endpoint, input: unknown, caller: Caller = {}): Promise<Answer<unknown>> {
    const { path, query, body } = split(endpoint, input);
    const client: [string, string][] =
      caller.client === undefined || caller.client === null ? [] : [['client', caller.client]];
    const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
    const response = await app.inject({
      method: endpoint.method,
      url: `/api${path}?${new URLSearchParams([...query, ...client]).toString()}`,
      headers: {
        ...(caller.token === undefined || caller.token === null ? {} : { authorization: `Bearer ${caller.token}` }),
        ...(body.bytes instanceof Uint8Array ? { 'content-type': 'application/octet-stream' } : {}),
      },
      ...(caller.ip === undefined ? {} : { remoteAddress: caller.ip }),
      ...(hasBody ? { payload: body.bytes instanceof Uint8Array ? Buffer.from(body.bytes) : body } : {}),
    });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  }

  return {
    platform,
    app,
    send,
    async call(endpoint, input, caller) {
      const answer = await send(endpoint, input, caller);
      if (answer.status !== 200)
        throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      // The endpoint's schema guarantees this type; TypeScript can't infer it from a generic endpoint.
      return endpoint.output.parse(answer.body) as OutputOf<typeof endpoint>;
    },
    async refused(endpoint, input, caller) {
      const answer = await send(endpoint, input, caller);
      if (answer.status < 400) throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${answer.status}`);
      return { ...answer, body: errorBody.strict().parse(answer.body) };
    },
    close,
  };
}
