import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { plainText } from '../../vendors/plain-text.ts';
import { type Fault, Faults } from './faults.ts';

/** A call as the stand-in saw it. */
export interface RecordedCall {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: unknown;
  readonly body: unknown;
  status: number;
  readonly fault: Fault['kind'] | null;
}

/** Thrown for a request that the vendor's published contract does not allow. */
export class OutsideContract extends Error {}

/** Thrown to answer with something else than success. */
export class Refused extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`Refused with ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export interface StandInOptions {
  /** The answer to a request that the contract does not allow, or that asks for something unknown. */
  readonly errorBody: (status: number, message: string) => unknown;
  /** Runs before each call takes effect: checks tokens and limits. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** A server in the place of a CRM, which keeps a record of every call and of every breach of the vendor's rules. */
export class StandIn {
  readonly app: FastifyInstance;
  readonly faults = new Faults();
  readonly calls: RecordedCall[] = [];
  /** Requests that the vendor's published contract does not allow. */
  readonly contractViolations: string[] = [];
  /** Requests above the vendor's published limits. */
  readonly limitViolations: string[] = [];
  /** The time that each answer takes. */
  latencyMs = 0;
  #url = '';

  constructor({ errorBody, admit }: StandInOptions) {
    this.app = Fastify({ logger: false, bodyLimit: 20 * 1024 * 1024 });
    const inFlight = new WeakMap<FastifyRequest, { call: RecordedCall; fault: Fault | null }>();
    this.app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, text: string | Buffer) => Object.fromEntries(new URLSearchParams(String(text))),
    );
    this.app.addHook('preHandler', async (request, reply) => {
      const path = pathOf(request);
      const fault = this.faults.next(request.method, path);
      const { method, query, body } = request;
      const call = { at: Date.now(), method, path, query, body, status: 0, fault: fault?.kind ?? null };
      this.calls.push(call);
      inFlight.set(request, { call, fault });
      if (fault?.kind === 'reset') {
        reply.hijack();
        request.raw.socket.destroy();
        return;
      }
      if (fault?.kind === 'answer' && fault.isApplied !== true) {
        return reply
          .code(fault.status)
          .headers(fault.headers ?? {})
          .send(fault.body ?? '');
      }
      admit(request, reply);
    });
    this.app.addHook('onSend', async (request, reply, payload) => {
      const seen = inFlight.get(request);
      if (seen === undefined) return payload;
      const { call, fault } = seen;
      call.status = reply.statusCode;
      if (this.latencyMs > 0) await sleep(this.latencyMs);
      switch (fault?.kind) {
        case 'lostAnswer':
          request.raw.socket.destroy();
          return payload;
        case 'truncatedAnswer':
          return halfOf(typeof payload === 'string' ? payload : '', reply);
        case 'slowAnswer':
          await sleep(fault.ms);
          return payload;
        case 'heldAnswer':
          await fault.until;
          return payload;
        case 'answer': {
          if (fault.isApplied !== true) return payload;
          call.status = fault.status;
          reply
            .code(fault.status)
            .headers(fault.headers ?? {})
            .removeHeader('content-length');
          return plainText(fault.body);
        }
        default:
          return payload;
      }
    });
    this.app.setErrorHandler((error, _request, reply) => {
      if (error instanceof Refused) return reply.code(error.status).headers(error.headers).send(error.body);
      const message = error instanceof Error ? error.message : String(error);
      const isOutside = error instanceof OutsideContract || (isClientError(error) && error.statusCode < 500);
      if (isOutside) this.contractViolations.push(`${_request.method} ${pathOf(_request)}: ${message}`);
      const status = isOutside ? 400 : 500;
      return reply.code(status).send(errorBody(status, message));
    });
    this.app.setNotFoundHandler((request, reply) => {
      this.contractViolations.push(`${request.method} ${pathOf(request)}: there is no such call`);
      return reply.code(404).send(errorBody(404, 'There is no such call'));
    });
  }

  get url(): string {
    return this.#url;
  }

  /** Listens on any free port unless one is given. */
  async listen(port = 0): Promise<void> {
    this.#url = await this.app.listen({ host: '127.0.0.1', port });
  }

  close(): Promise<void> {
    this.app.server.closeAllConnections();
    return this.app.close();
  }

  /** The calls whose method and path match, such as `/^POST .*batch/`. */
  callsTo(pattern: RegExp): RecordedCall[] {
    return this.calls.filter(({ method, path }) => pattern.test(`${method} ${path}`));
  }

  /** Forgets the calls until now. */
  forgetCalls(): void {
    this.calls.length = 0;
  }

  /** What a request contains, by the contract. Anything else is a violation. */
  accept<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
    const read = schema.safeParse(input);
    if (read.success) return read.data;
    throw new OutsideContract(z.prettifyError(read.error).replaceAll('\n', ' '));
  }
}

const pathOf = (request: FastifyRequest) => request.url.replace(/\?.*$/s, '');

const isClientError = (error: unknown): error is { statusCode: number } =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number';

/** The first half of a body under the length of the whole one, after which the connection breaks. */
function halfOf(payload: string, reply: FastifyReply): Readable {
  const bytes = Buffer.from(payload);
  reply.header('content-length', bytes.length);
  return Readable.from(
    (async function* () {
      yield bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2)));
      await sleep(20);
      throw new Error('The connection broke');
    })(),
    { objectMode: false },
  );
}
